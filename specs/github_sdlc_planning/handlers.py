"""MIF blocks: three comment lines in front of an issue's body that say which planning item it is."""

from __future__ import annotations

import re

from github_sdlc_planning.models import (
    FormatMifIssueBodyArgs,
    ParseMifIssueBodyArgs,
    ParseMifIssueBodyResult,
)

_ID = re.compile(r"^<!-- mif-id: (?P<value>.*?) -->[^\S\n]*\n?", re.MULTILINE)
_TYPE = re.compile(r"^<!-- mif-type: (?P<value>.*?) -->[^\S\n]*\n?", re.MULTILINE)
_NAMESPACE = re.compile(r"^<!-- mif-ns: (?P<value>.*?) -->[^\S\n]*\n?", re.MULTILINE)


def format_mif_issue_body(args: FormatMifIssueBodyArgs) -> str:
    meta = args["meta"]
    lines = (
        f"<!-- mif-id: urn:mif:concept:{meta['namespace']}:{meta['id']} -->",
        f"<!-- mif-type: {meta['type']} -->",
        f"<!-- mif-ns: {meta['namespace']} -->",
    )
    return "\n".join((*lines, "", args["body"]))


def parse_mif_issue_body(args: ParseMifIssueBodyArgs) -> ParseMifIssueBodyResult:
    raw = args["raw"]
    found = [pattern.search(raw) for pattern in (_ID, _TYPE, _NAMESPACE)]
    if not all(found):
        return {"meta": None, "body": raw}
    identity, kind, namespace = (match["value"] for match in found if match is not None)
    body = raw
    for pattern in (_ID, _TYPE, _NAMESPACE):
        body = pattern.sub("", body, count=1)
    # The block and the empty line under it are gone; what the body begins with otherwise is its own.
    return {
        "meta": {"id": identity.rpartition(":")[2], "type": kind, "namespace": namespace},
        "body": body.lstrip("\r\n"),
    }
