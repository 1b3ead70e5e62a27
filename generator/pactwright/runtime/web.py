"""placeholder"""

from typing import Any


def serve(server: Any, process: Any, options: Any) -> None: ...
