"""MIF blocks and what the server tells of itself: no token, no settings, and a GitHub that cannot be reached."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.github.faults import UNRESOLVABLE
from planning_world import Planner, Start
from test_planning_tools import NAMES

EPIC = {"id": "checkout", "type": "Epic", "namespace": "acme"}
LINES = (
    "<!-- mif-id: urn:mif:concept:acme:checkout -->",
    "<!-- mif-type: Epic -->",
    "<!-- mif-ns: acme -->",
)
BLOCK = "\n".join(LINES)


@pytest.fixture
def alone(start: Start) -> Planner:
    """A server that could not ask anybody anything."""
    return start(GITHUB_TOKEN=None, GITHUB_API_URL=UNRESOLVABLE)


BODIES = ["## Goal\n\nSell.", "", "One line", "Ends with a line\n", "- [ ] ä 🚀\r\n- [x] done"]


def test_what_is_formatted_is_parsed_again(alone: Planner) -> None:
    for kind in ("Initiative", "Epic", "Story", "Task", "Bug", "Feature"):
        for body in BODIES:
            meta = {**EPIC, "type": kind, "namespace": "acme/shop:eu"}
            text = alone.gives("format_mif_issue_body", meta=meta, body=body, asks=[])
            assert text == (
                "<!-- mif-id: urn:mif:concept:acme/shop:eu:checkout -->\n"
                f"<!-- mif-type: {kind} -->\n"
                "<!-- mif-ns: acme/shop:eu -->\n"
                f"\n{body}"
            )
            assert alone.gives("parse_mif_issue_body", raw=text, asks=[]) == {"meta": meta, "body": body}


PARSED: dict[str, tuple[str, Any, str]] = {
    "no-block": ("Just text.", None, "Just text."),
    "nothing": ("", None, ""),
    "no-id": (f"{LINES[1]}\n{LINES[2]}\n\nText", None, f"{LINES[1]}\n{LINES[2]}\n\nText"),
    "no-type": (f"{LINES[0]}\n{LINES[2]}\n\nText", None, f"{LINES[0]}\n{LINES[2]}\n\nText"),
    "no-namespace": (f"{LINES[0]}\n{LINES[1]}\n\nText", None, f"{LINES[0]}\n{LINES[1]}\n\nText"),
    "below-text": (f"Before\n{BLOCK}\nAfter", EPIC, "Before\nAfter"),
    "inside-a-line": (f"> {LINES[0]}\n{LINES[1]}\n{LINES[2]}", None, f"> {LINES[0]}\n{LINES[1]}\n{LINES[2]}"),
    "other-order": ("\n".join(reversed(LINES)) + "\n\nText", EPIC, "Text"),
    "no-empty-line": (f"{BLOCK}\nText", EPIC, "Text"),
    "block-alone": (BLOCK, EPIC, ""),
    "windows": ("\r\n".join((*LINES, "", "One\r\nTwo")), EPIC, "One\r\nTwo"),
    "many-empty-lines": (f"{BLOCK}\n\n\n\nText", EPIC, "Text"),
}


@pytest.mark.parametrize("case", PARSED)
def test_a_body_is_parsed(planner: Planner, case: str) -> None:
    raw, meta, body = PARSED[case]
    assert planner.gives("parse_mif_issue_body", raw=raw, asks=[]) == {"meta": meta, "body": body}


def test_the_server_tells_its_tools(alone: Planner) -> None:
    told = alone.gives("get_agent_capabilities", asks=[])
    assert told == {"tools": NAMES, "mifConformance": "L1", "hooksSupported": False}
