"""Pactwright: a contract compiler for MCP servers."""

__version__ = "0.1.0"
