"""The server under a clock of the tests: `clocked.py PACKAGE FILE [FLAGS]` is ahead by the seconds that FILE says."""

import importlib
import sys
import time
from pathlib import Path


def main() -> None:
    """Run the server of the package."""
    name, file, *flags = sys.argv[1:]
    ahead = Path(file)
    service = importlib.import_module(f"{name}.server").SERVICE
    run = importlib.import_module(f"{name}.runtime.service").run
    run(service, flags, clock=lambda: time.time() + float(ahead.read_text()))


if __name__ == "__main__":
    main()
