"""Whatever an author writes is data in the documentation: it changes no page but for its words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import contracts as make
import pytest
from emitted import blocks, files
from markdown_pages import HOSTILE, MARKDOWN, outline
from pactwright.model.contract import Contract, Prompt, Resource
from pactwright.model.errors import Details, ErrorType
from pactwright.model.expression import Literal
from pactwright.model.schema import Default, ObjectSchema, Optional, StringSchema
from pactwright.model.tools import IfUnknown, Require, ResultAnswer, Tool


def locked(text: str) -> Contract:
    """Return a contract that holds `text` in every place where an author writes what he likes."""
    contract = make.contract(_tool(text), make.tool("get_order"), errors=(_error(text),))
    return replace(
        contract,
        server=replace(contract.server, title=text, summary=text, does=(text,), does_not=(text,)),
        config=(make.setting("token", "TOKEN", optional=text),),
        modes=(make.mode("read_only", says=text),),
        prompts=(Prompt(name="p", title=text, description=text, arguments=(), messages=(), span=make.SPAN),),
        resource_templates=(_resource(text),),
        pagination=(replace(make.pages("orders", "orders"), hint=text),),
    )


def _tool(text: str) -> Tool:
    takes = make.an_object(
        make.member("owner", replace(make.string(text), title=text)),
        make.member("size", make.integer(text), Default(3)),
        make.member("note", StringSchema(span=make.SPAN, description=text, pattern=text), Optional(text)),
        make.member("kind", StringSchema(span=make.SPAN, enum=("plain", text), description=text), Default(text)),
    )
    look = IfUnknown(
        tool="get_order",
        arguments=make.template({"owner": "=args.owner", "note": text}),
        next_step=None,
        alternative=text,
        none=None,
        says=text,
        span=make.SPAN,
    )
    examples = (
        make.example({"owner": text}, title=text, result={"id": 1, "more": text}),
        make.example({"owner": text}, title="Locked", error="locked", params={"why": text}),
    )
    tool = make.tool(
        "add_note", takes=takes, gives=_result(text), effects=make.WRITES, codes=("locked",), examples=examples
    )
    rule = Require(condition=make.expression("true"), fields=("size",), says=text, code=None)
    return replace(tool, title=text, description=text, when_to_use=text, rules=(rule,), if_unknown=look)


def _result(text: str) -> ObjectSchema:
    return make.an_object(make.member("id", make.integer(text)), make.member("more", None, Optional(text)))


def _error(text: str) -> ErrorType:
    raised = make.error(
        "locked",
        message=make.words(text, "=args.owner"),
        params=make.an_object(make.member("why", make.string(text))),
        details=Details(field=Literal("owner"), fields=(), value=make.template("=args.size"), reason=Literal(text)),
        repair=replace(make.repair("get_order", owner="=args.owner", note=text), alternative=text),
    )
    return replace(raised, says=text, reserved=text)


def _resource(text: str) -> Resource:
    return Resource(
        name="order",
        uri="orders://{owner}",
        title=text,
        description=text,
        mime_type=text,
        input=make.an_object(make.member("owner", make.string(text))),
        output=_result(text),
        codes=("locked",),
        examples=(make.example({"owner": text}, title=text, result={"id": 1}),),
        answer=ResultAnswer(steps=(), result=make.template({"id": 1})),
        span=make.SPAN,
    )


@pytest.mark.parametrize("text", [text for text in HOSTILE if "\n\n" not in text])
def test_author_text_changes_no_structure(text: str) -> None:
    """Headings, tables, lists and blocks are those of the same contract with harmless words."""
    expected, found = files(locked("plain")), files(locked(text))
    assert found.keys() == expected.keys()
    for path, page in found.items():
        if path.endswith(".md"):
            assert outline(page) == outline(expected[path]), path


@pytest.mark.parametrize("text", HOSTILE)
def test_author_text_becomes_no_html(text: str) -> None:
    for path, page in files(locked(text)).items():
        if path.endswith(".md"):
            raw = [token.content for token in MARKDOWN.parse(page) if token.type == "html_block"]
            assert all(line.startswith(("<!-- Code gen", "<!-- Change", "<!-- mcp-name: ")) for line in _lines(raw)), (
                path
            )
            inner = [child for token in MARKDOWN.parse(page) for child in token.children or []]
            assert {child.content for child in inner if child.type == "html_inline"} <= {"<br>"}, path


def _lines(texts: list[str]) -> list[str]:
    return [line for text in texts for line in text.splitlines()]


@pytest.mark.parametrize("text", HOSTILE)
def test_tables_keep_their_columns(text: str) -> None:
    """Counted in the source: a parser drops what is too much."""
    for path, page in files(locked(text)).items():
        width = 0
        for line in page.splitlines() if path.endswith(".md") else []:
            bars = line.replace("\\\\", "").replace("\\|", "").count("|")
            if line.startswith("| ") and line.endswith(" |"):
                assert width in (0, bars), (path, line)
                width = bars
            else:
                width = 0


@pytest.mark.parametrize("text", HOSTILE)
def test_json_holds_the_exact_values(text: str) -> None:
    found = files(locked(text))
    request, result, _, envelope = blocks(found["docs/tools/add_note.md"])
    assert request == {"name": "add_note", "arguments": {"owner": text}}
    assert result == {"id": 1, "more": text}
    assert envelope == {
        "code": "locked",
        "message": text + text,
        "details": {"field": "owner", "value": 3, "reason": text, "why": text},
        "temporary": False,
        "repair": {
            "next_step": "call",
            "tool": "get_order",
            "arguments": {"owner": text, "note": text},
            "alternative": text,
        },
    }
    schema = json.loads(found["schemas/add_note.input.json"])
    assert schema["properties"]["kind"]["enum"] == ["plain", text]
    assert schema["properties"]["owner"]["description"].startswith(text[:4])


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    found = files(locked("plain"))
    targets = 0
    for path, page in found.items():
        folder = Path(path).parent
        inner = (
            [child for token in MARKDOWN.parse(page) for child in token.children or []] if path.endswith(".md") else []
        )
        for link in (str(child.attrs["href"]) for child in inner if child.type == "link_open"):
            name, _, fragment = link.partition("#")
            target = os.path.normpath(folder / name)
            assert target in found, (path, link)
            assert not fragment or f"\n## `{fragment}`\n" in found[target], (path, link)
            targets += 1
    assert targets > 10


def test_bytes_do_not_depend_on_the_hash_seed() -> None:
    script = (
        "import hashlib, test_emit_author_text as t, emitted\n"
        "print(hashlib.sha256(repr(emitted.files(t.locked('a|b'))).encode()).hexdigest())"
    )
    digests = set()
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent)}
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True, timeout=60
        )
        digests.add(done.stdout)
    assert len(digests) == 1
