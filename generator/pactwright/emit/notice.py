"""The lines at the head of generated text files: that they are generated, from what, and how to change them.

No version, date, hash or line number stands in them, for those would touch every file.
"""

from __future__ import annotations

from pactwright.model.contract import Contract


def markdown_notice(contract: Contract) -> str:
    """Return the lines as Markdown comments."""
    return "\n".join(f"<!-- {line} -->" for line in _sentences(contract))


def hash_notice(contract: Contract) -> str:
    """Return the lines as comments of Python, TOML and the like."""
    return "\n".join(f"# {line}" for line in _sentences(contract))


def _sentences(contract: Contract) -> tuple[str, str]:
    path = "".join(sign if sign.isprintable() and sign not in "<>" else "?" for sign in contract.path)
    return (
        f"Code generated from {path.replace('--', '- -')}. DO NOT EDIT.",
        "Change the contract, then run: make generate",
    )
