"""Raw MCP clients: what goes over a pipe or a socket is written and read here, message by message.

They share nothing with the MCP SDK, so a server and its SDK cannot agree on a mistake without being seen.
"""

from .client import Answer, Client
from .messages import LEGACY, MODERN, Era, era_of
from .process import Command, ServerProcess
from .stdio import StdioClient
from .streamable import HttpClient, http_client

__all__ = [
    "LEGACY",
    "MODERN",
    "Answer",
    "Client",
    "Command",
    "Era",
    "HttpClient",
    "ServerProcess",
    "StdioClient",
    "era_of",
    "http_client",
]
