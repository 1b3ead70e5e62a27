"""The documentation of a generated server: what a reader must find."""

from __future__ import annotations

import difflib
from dataclasses import replace

import contracts as make
from emitted import blocks, files, rows, section
from pactwright.model.contract import Contract
from pactwright.model.schema import Optional
from pactwright.model.server import Authorization, Http
from pactwright.model.tools import (
    Disjoint,
    Exclusive,
    Idempotency,
    IfUnknown,
    OnlyWith,
    Precondition,
    Require,
)
from pactwright.runtime.keys import KEY_SET_ENV, SECRET_ENV


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
        idempotency=Idempotency(key="key", window_ms=86_400_000, scope=("owner", "repo"), find=None, found=None),
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
