"""The lines at the head of generated text files: that they are generated, from what, and how to change them.

No version, date, hash or line number stands in them, for those would touch every file.
"""

from __future__ import annotations

from functools import cache

from pactwright.model.contract import Contract


def markdown_notice(contract: Contract) -> str:
    """Return the lines as Markdown comments."""
    return "\n".join(f"<!-- {line} -->" for line in _sentences(contract.path))


def hash_notice(contract: Contract) -> str:
    """Return the lines as comments of Python, TOML and the like."""
    return "\n".join(f"# {line}" for line in _sentences(contract.path))


@cache
def _sentences(path: str) -> tuple[str, str]:
    shown = "".join(sign if sign.isprintable() and sign not in "<>" else "?" for sign in path)
    return (
        f"Code generated from {shown.replace('--', '- -')}. DO NOT EDIT.",
        "Change the contract, then run: pactwright generate",
    )
