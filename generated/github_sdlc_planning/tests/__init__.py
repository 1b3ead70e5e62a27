"""Conformance tests of the server in this package."""
