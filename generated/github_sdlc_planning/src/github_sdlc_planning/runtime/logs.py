"""Logs: one JSON object per line on stderr.

Events carry names, codes, counts and durations; never arguments, results, tokens, bodies or exception texts. Records of
libraries pass through the same gate: their templates are kept, what was put into them and the texts of their exceptions
are not.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from typing import TextIO

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}

Field = str | int | float | bool | None


class Log:
    """Writes events at or above a level."""

    def __init__(self, level: str = "info", stream: TextIO | None = None) -> None:
        self.threshold = LEVELS[level]
        self._stream = stream

    def event(self, level: str, event: str, **fields: Field) -> None:
        """One event. Field values are names and numbers of our own, never what a client or an upstream sent."""
        if LEVELS[level] < self.threshold:
            return
        moment = time.time()
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment)) + f".{int(moment % 1 * 1000):03d}Z"
        line = json.dumps({"time": stamp, "level": level, "event": event, **fields}, default=str)
        stream = self._stream or sys.stderr
        try:
            stream.write(line + "\n")
            stream.flush()
        except (OSError, ValueError):
            # Nobody reads our stderr any more; that must not end a call.
            return

    def failure(self, event: str, failure: BaseException, *, level: str = "error", **fields: Field) -> None:
        """An exception as its type and the places it passed, without its text."""
        self.event(level, event, exception=type(failure).__qualname__, at=_places(failure), **fields)


class _Records(logging.Handler):
    """Passes the records of libraries on."""

    def __init__(self, log: Log) -> None:
        super().__init__()
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        level = "error" if record.levelno >= 40 else "warning" if record.levelno >= 30 else "info"
        text = record.msg if isinstance(record.msg, str) and record.args else "record"
        fields: dict[str, Field] = {"logger": record.name, "text": text[:200]}
        failure = record.exc_info[1] if record.exc_info else None
        if failure is not None:
            self._log.failure("library", failure, level=level, **fields)
        else:
            self._log.event(level, "library", **fields)


def capture(log: Log) -> None:
    """Send what libraries log from warnings upwards through `log`, and nothing else anywhere."""
    root = logging.getLogger()
    root.handlers[:] = [_Records(log)]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)


def _places(failure: BaseException) -> str:
    frames = traceback.extract_tb(failure.__traceback__)[-4:]
    return " > ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames)
