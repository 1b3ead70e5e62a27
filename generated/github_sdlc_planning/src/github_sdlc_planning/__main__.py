"""Runs the server: `python -m` with the package's name."""

from .server import main

if __name__ == "__main__":
    main()
