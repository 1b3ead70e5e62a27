"""What stands behind the command line: finding contracts, compiling many of them, showing drift, scaffolding."""
