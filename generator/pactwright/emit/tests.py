"""`tests/` of the generated package: the conformance checks, which read the contract and drive the real server.

No test is rendered for a contract: expectations are derived from its facts by the checks, not by the code that emits
the server.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pactwright.emit.output import OutputFile
from pactwright.emit.render import templates_folder


def test_files(facts: str) -> Iterator[OutputFile]:
    """Yield the files under `tests/`: those of the template folder, the checks as they are, and what they expect.

    The contract, which is `facts`, stands there once more, so that a server whose own copy was changed does not set its
    own expectations.
    """
    yield OutputFile("tests/contract.json", facts)
    for name, text in _sources():
        yield OutputFile(f"tests/{name}", text)


@cache
def _sources() -> tuple[tuple[str, str], ...]:
    tests = templates_folder() / "package" / "tests"
    checks = Path(__file__).resolve().parent.parent / "conformance"
    found = [(path.relative_to(tests).as_posix(), path) for path in sorted(tests.rglob("*")) if _is_source(path)]
    found += [(f"conformance/{path.relative_to(checks).as_posix()}", path) for path in sorted(checks.rglob("*.py"))]
    return tuple((name, path.read_text(encoding="utf-8")) for name, path in found)


def _is_source(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
