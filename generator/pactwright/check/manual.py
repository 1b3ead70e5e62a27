"""The pages of all rules as one page of the manual: `python -m pactwright.check.manual > docs/rules.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from pactwright.check.catalogue import RulePage, catalogue

_INTRODUCTION = """\
# Rules

What the compiler can find in a contract. This page is made from the rules themselves; `pactwright explain RULE` prints
the part about one of them.

An error stops the compiler: nothing is written. A warning does not, and can be accepted where it is known to be right,
with a reason:

```yaml
allow:
  - {rule: error-never-raised, at: errors.quota_exceeded, reason: Raised by version 2 of the service.}
```

| Rule | Severity | What it finds |
| --- | --- | --- |
"""


def manual() -> str:
    """Return the page."""
    pages = catalogue().values()
    return _INTRODUCTION + "".join(map(_row, pages)) + "".join(line for page in pages for line in _section(page))


def _row(page: RulePage) -> str:
    fact = page.text.partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")
    return f"| [{page.name}](#{page.name}) | {page.severity.value} | {fact} |\n"


def _section(page: RulePage) -> Iterator[str]:
    yield f"\n## {page.name}\n\n"
    yield f"{page.text}\n"


if __name__ == "__main__":
    sys.stdout.write(manual())
