"""Start the server."""

from .server import main

main()
