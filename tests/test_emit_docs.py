"""The documentation and the schema files of a generated server."""

from __future__ import annotations

import difflib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import contracts as make
import pytest
from jsonschema import Draft202012Validator
from markdown_pages import HOSTILE, MARKDOWN, outline, tables
from pactwright.emit.docs import docs_files
from pactwright.emit.output import OutputFile
from pactwright.emit.packaging import packaging_files
from pactwright.emit.schemas import schema_files
from pactwright.model.contract import Contract, Prompt, Resource
from pactwright.model.errors import Details
from pactwright.model.expression import Literal
from pactwright.model.schema import (
    AnySchema,
    ArraySchema,
    BooleanSchema,
    Default,
    DefaultFrom,
    EnumSchema,
    NullSchema,
    ObjectSchema,
    Optional,
    PresentWhen,
    ReferenceSchema,
    Schema,
    StringSchema,
    TypesSchema,
    UnionSchema,
    Variant,
)
from pactwright.model.server import Authorization, Http
from pactwright.model.tools import (
    Disjoint,
    Exclusive,
    Idempotency,
    IfUnknown,
    OnlyWith,
    Precondition,
    Require,
    ResultAnswer,
)
from pactwright.runtime.keys import KEY_SET_ENV, SECRET_ENV
from pactwright.values import JsonValue


def files(contract: Contract) -> dict[str, str]:
    """Return everything that these emitters write, by path."""
    found: Iterable[OutputFile] = [*docs_files(contract), *schema_files(contract), *packaging_files(contract)]
    return {file.path: file.text for file in found}


def blocks(page: str) -> list[JsonValue]:
    """Return the values of a page's blocks of JSON."""
    return [json.loads(token.content) for token in MARKDOWN.parse(page) if token.info == "json"]


def rows(page: str, first: str) -> dict[str, list[str]]:
    """Return the rows of the tables whose first column is headed `first`, by the cell in it."""
    return {row[0]: row[1:] for table in tables(page) if table[0][0] == first for row in table[1:]}


def section(page: str, title: str) -> str:
    """Return what stands under a heading of the second rank."""
    return page.split(f"\n## {title}\n")[1].split("\n## ")[0]


def locked(text: str) -> Contract:
    """Return a contract that holds `text` in every place where an author writes what he likes."""
    takes = make.an_object(
        make.member("owner", replace(make.string(text), title=text)),
        make.member("size", make.integer(text), Default(3)),
        make.member("note", StringSchema(span=make.SPAN, description=text, pattern=text), Optional(text)),
        make.member("kind", StringSchema(span=make.SPAN, enum=("plain", text), description=text), Default(text)),
    )
    gives = make.an_object(make.member("id", make.integer(text)), make.member("more", None, Optional(text)))
    written = make.tool("add_note", takes=takes, gives=gives, effects=make.WRITES, codes=("locked",))
    written = replace(
        written,
        title=text,
        description=text,
        when_to_use=text,
        rules=(Require(condition=make.expression("true"), fields=("size",), says=text, code=None),),
        if_unknown=IfUnknown(
            tool="get_order",
            arguments=make.template({"owner": "=args.owner", "note": text}),
            next_step=None,
            alternative=text,
            none=None,
            says=text,
            span=make.SPAN,
        ),
        examples=(
            make.example({"owner": text}, title=text, result={"id": 1, "more": text}),
            make.example({"owner": text}, title="Locked", error="locked", params={"why": text}),
        ),
    )
    details = Details(field=Literal("owner"), fields=(), value=make.template("=args.size"), reason=Literal(text))
    params = make.an_object(make.member("why", make.string(text)))
    repair = replace(make.repair("get_order", owner="=args.owner", note=text), alternative=text)
    raised = make.error(
        "locked", message=make.words(text, "=args.owner"), params=params, details=details, repair=repair
    )
    contract = make.contract(written, make.tool("get_order"), errors=(replace(raised, says=text, reserved=text),))
    server = replace(contract.server, title=text, summary=text, does=(text,), does_not=(text,))
    prompt = Prompt(name="p", title=text, description=text, arguments=(), messages=(), span=make.SPAN)
    resource = Resource(
        name="order",
        uri="orders://{owner}",
        title=text,
        description=text,
        mime_type=text,
        input=make.an_object(make.member("owner", make.string(text))),
        output=gives,
        codes=("locked",),
        examples=(make.example({"owner": text}, title=text, result={"id": 1}),),
        answer=ResultAnswer(steps=(), result=make.template({"id": 1})),
        span=make.SPAN,
    )
    return replace(
        contract,
        server=server,
        config=(make.setting("token", "TOKEN", optional=text),),
        modes=(make.mode("read_only", says=text),),
        prompts=(prompt,),
        resource_templates=(resource,),
        pagination=(replace(make.pages("orders", "orders"), hint=text),),
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


def test_arguments_say_what_omitting_them_means() -> None:
    takes = make.an_object(
        make.member("owner", make.string("Who owns it.")),
        make.member("state", StringSchema(span=make.SPAN, enum=("open", "closed")), Default("open")),
        make.member("note", replace(make.string(), keywords={"maxLength": 9}), Optional("no note")),
        make.member("repo", make.string(), DefaultFrom("${config.repo}", make.SPAN)),
        make.member("tags", ArraySchema(span=make.SPAN, items=make.string(), max_items=5), Optional("no tags")),
    )
    page = files(make.contract(make.tool("find", takes=takes)))["docs/tools/find.md"]
    assert rows(page, "Argument") == {
        "owner": ["string", "yes", "", "", "Who owns it."],
        "state": ['one of "open", "closed"', "no", '"open"', "the default applies", ""],
        "note": ["string, at most 9 characters", "no", "", "no note", ""],
        "repo": ["string", "no", "", "the configured repo (the server applies this default).", ""],
        "tags": ["list of string, at most 5 items", "no", "", "no tags", ""],
    }


def test_results_are_told_by_path() -> None:
    author = ObjectSchema(span=make.SPAN, nullable=True, properties=(make.member("login"),))
    target = UnionSchema(
        span=make.SPAN,
        discriminator="kind",
        variants=(
            Variant(name="issue", properties=(make.member("number", make.integer()),), span=make.SPAN),
            Variant(name="draft", properties=(), span=make.SPAN),
        ),
    )
    row = make.an_object(
        make.member("author", author),
        make.member("target", target, PresentWhen(text="true", says="Present in full.", span=make.SPAN)),
        make.member("parent", ReferenceSchema(span=make.SPAN, name="Row"), Optional("it is the root")),
    )
    gives = make.an_object(make.member("rows", ArraySchema(span=make.SPAN, items=row)))
    contract = replace(make.contract(make.tool("find", gives=gives)), types=(make.named("Row", row),))
    found = rows(files(contract)["docs/tools/find.md"], "Field")
    assert list(found) == [
        "rows",
        "rows[].author",
        "rows[].author.login",
        "rows[].target",
        "rows[].target.kind",
        "rows[].target.number",
        "rows[].parent",
    ]
    assert found["rows[].author"][:2] == ["object, or null", "always"]
    assert found["rows[].target"][:2] == ["object, by kind", "Present in full."]
    assert found["rows[].target.kind"][0] == 'one of "issue", "draft"'
    assert found["rows[].target.number"][2] == 'Only with kind "issue".'
    assert found["rows[].parent"][:2] == ["Row again", "Absent when it is the root"]


def test_errors_of_a_tool_lead_to_their_repairs() -> None:
    gone = make.error("gone", repair=make.repair("find", owner="=args.owner"), temporary=True)
    tool = make.tool("get", takes=make.an_object(make.member("owner")), codes=("gone",))
    found = files(make.contract(tool, make.tool("find"), errors=(gone,)))
    assert rows(found["docs/tools/get.md"], "Code") == {
        "invalid_field": ["no", "Meaning of invalid_field.", ""],
        "gone": ["yes", "Meaning of gone.", "call find; otherwise: Ask the user."],
    }
    assert "(../errors.md#gone)" in found["docs/tools/get.md"]
    assert "[`find`](find.md)" in found["docs/tools/get.md"]
    entry = section(found["docs/errors.md"], "`gone`")
    assert "Temporary: yes" in entry
    assert blocks(entry)[0] == {
        "next_step": "call",
        "tool": "find",
        "arguments": {"owner": "${args.owner}"},
        "alternative": "Ask the user.",
    }
    assert rows(found["docs/errors.md"], "Tool or resource") == {
        "get": ["invalid_field, gone"],
        "find": ["invalid_field"],
    }


def test_conditions_are_told_with_their_code() -> None:
    contract = replace(make.contract(), conditions={"invalid_arguments": "invalid_field", "timeout": "invalid_field"})
    entry = section(files(contract)["docs/errors.md"], "`invalid_field`")
    assert "when arguments break the published schema" in entry
    assert "when the call outran its time" in entry


def test_messages_show_what_the_example_gives_and_name_the_rest() -> None:
    raised = make.error(
        "gone",
        message=make.words("No ", "=args.id", " of ", "=upstream.status"),
        params=make.an_object(make.member("n")),
    )
    shown = make.example({"id": 7}, error="gone", params={"n": "x", "retry_after_ms": 5})
    tool = make.tool("get", takes=make.an_object(make.member("id", make.integer())), codes=("gone",), examples=(shown,))
    _, envelope = blocks(files(make.contract(tool, errors=(raised,)))["docs/tools/get.md"])
    assert envelope == {
        "code": "gone",
        "message": "No 7 of ${upstream.status}",
        "details": {"n": "x"},
        "temporary": False,
        "retry_after_ms": 5,
    }


def test_a_repair_leaves_out_what_the_caller_left_out() -> None:
    raised = make.error("gone", repair=make.repair("get", id="=args.id", note="=args.note"))
    takes = make.an_object(make.member("id", make.integer()), make.member("note", None, Optional("no note")))
    tool = make.tool("get", takes=takes, codes=("gone",), examples=(make.example({"id": 7}, error="gone"),))
    _, envelope = blocks(files(make.contract(tool, errors=(raised,)))["docs/tools/get.md"])
    assert isinstance(envelope, dict)
    assert isinstance(envelope["repair"], dict)
    assert envelope["repair"]["arguments"] == {"id": 7}


def test_outcomes_are_told() -> None:
    tool = replace(
        make.tool("add", effects=make.WRITES),
        idempotency=Idempotency(key="key", window_ms=86_400_000, scope=("owner", "repo"), find=None),
        precondition=Precondition(argument="expected", version="order", of="get"),
        if_unknown=IfUnknown(
            tool="find",
            arguments=make.template({"since": "=call.started_at"}),
            next_step=None,
            alternative=None,
            none=None,
            says=None,
            span=make.SPAN,
        ),
        pagination="orders",
        rules=(
            Exclusive(groups=(("labels",), ("add", "remove"))),
            Disjoint(left="add", right="remove"),
            OnlyWith(argument="reason", other="state"),
            Require(condition=make.expression("true"), fields=("add",), says="add needs state", code=None),
            Require(condition=make.expression("true"), fields=("add",), says="No such unit.", code="gone"),
        ),
    )
    contract = replace(make.contract(tool, make.tool("find")), pagination=(make.pages("orders", "orders"),))
    page = files(contract)["docs/tools/add.md"]
    for sentence in (
        "Repeated with the same `key` within 1 day for the same `owner` and `repo`, it takes effect once",
        "With `expected` it writes only while that version is still current",
        'Look with `find`, called with `{"since": "${call.started_at}"}`.',
        "Pages of 50: while `has_more` is true, pass `next_cursor` as `cursor`. Cursors live for 15 minutes",
        "At most 500 rows in all; `truncated` is then true. Narrow the search.",
        "At most one of: `labels`; `add` and `remove`.",
        "`add` and `remove` share no element.",
        "`reason` only together with `state`.",
        "Refused with [`invalid_field`](../errors.md#invalid_field): add needs state.",
        "Refused with [`gone`](../errors.md#gone): No such unit.",
        "The same call a second time acts again.",
    ):
        assert sentence in page, sentence


def test_capabilities_hold_nothing_that_changes_with_every_release() -> None:
    (shown,) = blocks(files(make.contract())["docs/capabilities.md"])
    assert isinstance(shown, dict)
    assert isinstance(shown["server"], dict)
    assert shown["does_not"] == ["Cancel orders."]
    assert shown["server"]["name"] == "orders-mcp"
    assert not {"version", "fingerprint"} & shown["server"].keys()
    assert "1.2.3" not in files(make.contract())["docs/index.md"]


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


def test_a_new_tool_is_one_new_place_in_each_file() -> None:
    def contract(*names: str) -> Contract:
        raised = (make.error("gone", repair=make.repair("first", owner="=args.owner")),)
        tools = [make.tool(name, codes=("gone",), examples=(make.example(result={"id": 1}),)) for name in names]
        return make.contract(*tools, errors=raised)

    before, after = files(contract("first", "last")), files(contract("first", "middle", "last"))
    added = after.keys() - before.keys()
    assert added == {"docs/tools/middle.md", "schemas/middle.input.json", "schemas/middle.output.json"}
    for path, text in before.items():
        opcodes = difflib.SequenceMatcher(a=text.splitlines(), b=after[path].splitlines(), autojunk=False).get_opcodes()
        assert [kind for kind, *_ in opcodes if kind != "equal"] in ([], ["insert"]), path
    changed = {path for path, text in before.items() if after[path] != text}
    assert changed == {"README.md", "docs/index.md", "docs/errors.md"}


def test_bytes_do_not_depend_on_the_hash_seed() -> None:
    script = (
        "import hashlib, test_emit_docs as t\n"
        "print(hashlib.sha256(repr(t.files(t.locked('a|b'))).encode()).hexdigest())"
    )
    digests = set()
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent)}
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True, timeout=60
        )
        digests.add(done.stdout)
    assert len(digests) == 1


def test_published_result_is_the_success_or_the_envelope() -> None:
    schema = json.loads(files(make.contract())["schemas/get_order.output.json"])
    Draft202012Validator.check_schema(schema)
    check = Draft202012Validator(schema)
    assert check.is_valid({"id": 1})
    assert check.is_valid(envelope("invalid_field"))
    assert not check.is_valid({"id": "1"})
    assert not check.is_valid({})


def envelope(code: str, **more: JsonValue) -> JsonValue:
    """Return an envelope with what the specification of the runtime asks for."""
    return {
        "code": code,
        "message": "m",
        "temporary": False,
        "retry_after_ms": None,
        "request_id": "r",
        "fingerprint": "f",
        **more,
    }


def test_error_schema_knows_every_code_and_its_data() -> None:
    node = make.an_object(make.member("child", ReferenceSchema(span=make.SPAN, name="Node"), Optional("a leaf")))
    params = make.an_object(make.member("count", make.integer()), make.member("retry_after_ms", make.integer()))
    errors = (
        make.error("busy", temporary=True, params=params),
        make.error("nested", params=make.an_object(make.member("node", ReferenceSchema(span=make.SPAN, name="Node")))),
    )
    contract = replace(make.contract(errors=errors), types=(make.named("Node", node),))
    schema = json.loads(files(contract)["schemas/error.json"])
    Draft202012Validator.check_schema(schema)
    check = Draft202012Validator(schema)
    assert check.is_valid(envelope("invalid_field", details={"fields": ["a"], "reason": "b"}))
    assert check.is_valid(envelope("busy", temporary=True, retry_after_ms=5, details={"count": 1}))
    assert check.is_valid(envelope("nested", details={"node": {"child": {}}}))
    assert not check.is_valid(envelope("other"))
    assert not check.is_valid(envelope("busy"))
    assert not check.is_valid(envelope("busy", temporary=True, details={"count": "1"}))
    assert not check.is_valid(envelope("nested", details={"node": {"child": 1}}))


def test_a_dialect_without_published_results_has_no_files_for_them() -> None:
    contract = make.contract()
    dialect = replace(contract.server.dialect, results="text_json")
    found = files(replace(contract, server=replace(contract.server, dialect=dialect)))
    assert "schemas/get_order.input.json" in found
    assert "schemas/get_order.output.json" not in found


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (replace(make.string(), keywords={"minLength": 1}), "string, at least 1 character"),
        (replace(make.string(), keywords={"minLength": 2, "maxLength": 9}), "string, 2 to 9 characters"),
        (replace(make.integer(), keywords={"minimum": 1}), "integer, at least 1"),
        (replace(make.integer(), keywords={"minimum": 0, "maximum": 5}, nullable=True), "integer, 0 to 5, or null"),
        (StringSchema(span=make.SPAN, format="date-time"), "string (date-time)"),
        (StringSchema(span=make.SPAN, pattern="a|b"), "string, matching a|b"),
        (StringSchema(span=make.SPAN, max_bytes=64), "string, at most 64 bytes in UTF-8"),
        (
            ArraySchema(span=make.SPAN, items=replace(make.string(), keywords={"minLength": 3}), max_items=4),
            "list of string (at least 3 characters), at most 4 items",
        ),
        (
            ArraySchema(span=make.SPAN, items=make.an_object(), keywords={"minItems": 1, "uniqueItems": True}),
            "list of object, at least 1 item, no duplicates",
        ),
        (ArraySchema(span=make.SPAN, items=replace(make.string(), nullable=True)), "list of string or null"),
        (EnumSchema(span=make.SPAN, values=("a", 1, None), nullable=True), 'one of "a", 1, or null'),
        (TypesSchema(span=make.SPAN, types=("string", "integer")), "string or integer"),
        (BooleanSchema(span=make.SPAN, const=True), "true"),
        (NullSchema(span=make.SPAN), "null"),
        (AnySchema(span=make.SPAN), "any JSON value"),
        (ObjectSchema(span=make.SPAN, properties=(), open="labels are free"), "object, open to other keys"),
    ],
)
def test_types_are_told_in_words(schema: Schema, words: str) -> None:
    page = files(make.contract(make.tool("find", takes=make.an_object(make.member("it", schema)))))[
        "docs/tools/find.md"
    ]
    assert rows(page, "Argument")["it"][0] == words


def test_an_unknown_outcome_is_repaired_by_what_the_tool_says() -> None:
    unknown = make.error("unknown", repair=make.repair("other"))
    look = IfUnknown(
        tool="find",
        arguments=make.template({"owner": "=args.owner", "since": "=call.started_at"}),
        next_step=None,
        alternative="Ask.",
        none=None,
        says=None,
        span=make.SPAN,
    )
    takes = make.an_object(make.member("owner"))
    examples = (make.example({"owner": "acme"}, error="unknown"),)
    adding = replace(make.tool("add", takes=takes, codes=("unknown",), examples=examples), if_unknown=look)
    plain = make.tool("plain", codes=("unknown",))
    contract = make.contract(adding, plain, make.tool("find"), make.tool("other"), errors=(unknown,))
    found = files(replace(contract, conditions={"outcome_unknown": "unknown"}))
    assert rows(found["docs/tools/add.md"], "Code")["unknown"][2] == "call find; otherwise: Ask."
    assert rows(found["docs/tools/plain.md"], "Code")["unknown"][2] == "call other; otherwise: Ask the user."
    _, envelope = blocks(found["docs/tools/add.md"])
    assert isinstance(envelope, dict)
    assert envelope["repair"] == {
        "next_step": "look_before_retrying",
        "tool": "find",
        "arguments": {"owner": "acme", "since": "${call.started_at}"},
        "alternative": "Ask.",
    }


def test_authorization_is_told_with_where_its_keys_come_from() -> None:
    contract = make.contract()
    authorization = Authorization(
        issuer="https://login.example.com", audience="https://orders.example.com", scopes=("a",)
    )
    http = Http(url="https://orders.example.com/mcp", authorization=authorization)
    page = files(replace(contract, server=replace(contract.server, http=http)))["docs/index.md"]
    for name in ("https://login.example.com", "https://orders.example.com", "a", KEY_SET_ENV, SECRET_ENV):
        assert f"`{name}`" in page
