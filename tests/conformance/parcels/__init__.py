"""A small MCP server written by hand for one contract, so that the checks have something to find right or wrong.

It shares no code with the checks, with the compiler or with what generated servers run on.
"""
