"""Contracts with mistakes people make, and what they are told about the shape.

A case is a directory in `tests/shape`: `contract.yaml` and `expected.txt` with the findings as an author sees them.
`--update-golden` rewrites `expected.txt`.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import jsonschema_rs
import pytest
from goldens import Golden
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loading import lies_inside, spans
from pactwright.check.shape import check_shape
from pactwright.diagnostics import Diagnostics
from pactwright.load import Document, Path, load
from pactwright.report import render
from pactwright.spec import MISSING, ContractSpec, Duration
from pactwright.spec.config import ConfigSpec
from pactwright.spec.editor import editor_schema
from pactwright.spec.fails import FailRowSpec
from pactwright.spec.schemas import PropertyMap, SchemaSpec
from pactwright.spec.tools import ResultToolSpec
from pactwright.spec.words import fields_of, in_reading_order
from pactwright.values import JsonValue
from pydantic import ValidationError

HERE = pathlib.Path(__file__).parent
CASES = sorted(path for path in (HERE / "shape").iterdir() if path.is_dir())
SPECS = HERE.parent / "specs"
SERVER = """
server:
  name: orders-mcp
  title: Orders
  version: "1.0.0"
  namespace: com.example.orders
  summary: Read orders.
  does: [Read orders.]
  does_not: [Ship orders.]
  revisions: ["2026-07-28"]
  transports: [stdio]
"""


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_case(case: pathlib.Path, golden: Golden) -> None:
    diagnostics = Diagnostics()
    document = load(case / "contract.yaml", root=case, diagnostics=diagnostics)
    assert document, render(diagnostics, "text")
    contract = check_shape(document, diagnostics)
    told = render(diagnostics, "text")
    assert (contract is None) == bool(told)
    assert all(lies_inside(span) for item in diagnostics for span in spans(item))
    golden(case / "expected.txt", told)


def read(text: str, folder: pathlib.Path) -> tuple[ContractSpec | None, Diagnostics]:
    """Check the shape of a contract whose version and server are given."""
    (folder / "contract.yaml").write_text('pactwright: "1"' + SERVER + text, encoding="utf-8")
    diagnostics = Diagnostics()
    document = load(folder / "contract.yaml", root=folder, diagnostics=diagnostics)
    assert document, render(diagnostics, "text")
    return check_shape(document, diagnostics), diagnostics


def sound(text: str, folder: pathlib.Path) -> ContractSpec:
    """Return a contract that must be in order."""
    contract, diagnostics = read(text, folder)
    assert contract, render(diagnostics, "text")
    return contract


TOOL = """
tools:
  get_order:
    title: Get order
    description: Read one order.
    output: {status: {type: string}}
    result: {status: open}
    input: """


@pytest.mark.parametrize(
    "written",
    [
        '{$ref: "#/types/Order"}',
        "{union: kind, variants: {}}",
        "{type: object}",
        "{type: [object, string]}",
        "{enum: [a, b]}",
        "{const: {a: {}}}",
        "{items: {type: string}, description: A list.}",
    ],
)
def test_a_mapping_with_marks_of_a_schema_is_one(written: str, tmp_path: pathlib.Path) -> None:
    tool = sound(TOOL + written, tmp_path).tools["get_order"]
    assert isinstance(tool, ResultToolSpec)
    assert isinstance(tool.input_, SchemaSpec)


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("{}", []),
        ("{number: {type: integer}}", ["number"]),
        ("{type: {type: string}, enum: {type: string}, $ref: {}}", ["type", "enum", "$ref"]),
        ("{items: {type: array}, properties: {type: object}}", ["items", "properties"]),
    ],
)
def test_a_mapping_of_mappings_is_a_map_of_properties(written: str, names: list[str], tmp_path: pathlib.Path) -> None:
    tool = sound(TOOL + written, tmp_path).tools["get_order"]
    assert isinstance(tool, ResultToolSpec)
    assert isinstance(tool.input_, PropertyMap)
    assert list(tool.input_.root) == names


def test_null_and_absence_differ(tmp_path: pathlib.Path) -> None:
    types = sound("types: {A: {default: null}, B: {const: null}, C: {}}", tmp_path).types
    assert (types["A"].default, types["A"].const) == (None, MISSING)
    assert (types["B"].default, types["B"].const) == (MISSING, None)
    assert (types["C"].default, types["C"].const) == (MISSING, MISSING)


def test_numbers_keep_their_kind(tmp_path: pathlib.Path) -> None:
    types = sound("types: {A: {minimum: 1, maximum: 1.5, exclusiveMinimum: 1.0}}", tmp_path).types
    bounds = (types["A"].minimum, types["A"].maximum, types["A"].exclusiveMinimum)
    assert list(map(repr, bounds)) == ["1", "1.5", "1.0"]


def test_own_keys_of_schemas_are_kept(tmp_path: pathlib.Path) -> None:
    order = sound("types: {Order: {type: object, x-origin: [1]}}", tmp_path).types["Order"]
    assert order.model_extra == {"x-origin": [1]}


@pytest.mark.parametrize(
    ("text", "ms"), [("250ms", 250), ("30s", 30_000), ("15m", 900_000), ("24h", 86_400_000), ("7d", 604_800_000)]
)
def test_durations_are_told_in_milliseconds(text: str, ms: int, tmp_path: pathlib.Path) -> None:
    paging = f"pagination: {{orders: {{items: orders, page_size: 5, cursor: {{ttl: {text}, binds: []}}}}}}"
    assert sound(paging, tmp_path).pagination["orders"].cursor.ttl == Duration(text, ms)


def test_defaults_are_those_of_the_language(tmp_path: pathlib.Path) -> None:
    server = sound("", tmp_path).server
    assert (server.limits.call_timeout.ms, server.limits.concurrency, server.limits.body_bytes) == (
        60_000,
        64,
        1_048_576,
    )
    dialect = server.dialect
    assert (dialect.results, dialect.json_indent, dialect.errors) == ("structured", 0, "house")
    assert (dialect.annotations, dialect.unknown_arguments) == ("house", "refuse")
    assert (server.order, server.read_only_hint, server.validate_results) == ("contract", "observable", "enforce")


def test_rows_of_failures_end_without_a_condition(tmp_path: pathlib.Path) -> None:
    upstreams = """
upstreams:
  shop:
    title: Shop
    base_url: https://shop.example.com
    operations: {}
    fails:
      404: [{if: "${upstream.message == 'gone'}", code: order_gone}, order_not_found]
      4xx: order_refused
"""
    fails = sound(upstreams, tmp_path).upstreams["shop"].fails
    rows = fails["404"]
    assert isinstance(rows, tuple)
    assert isinstance(rows[0], FailRowSpec)
    assert (rows[0].code, rows[1]) == ("order_gone", "order_not_found")
    assert fails["4xx"] == "order_refused"


def test_settings_have_no_marks_of_arguments(tmp_path: pathlib.Path) -> None:
    assert {"default_from", "present_when", "only_when", "says", "complete"}.isdisjoint(ConfigSpec.model_fields)
    _, diagnostics = read('config: {a: {env: A, default_from: "${env.B}"}}', tmp_path)
    assert [(item.rule, item.message) for item in diagnostics] == [("unknown-key", "unknown key `default_from`")]


@pytest.mark.parametrize("key", ["jobs", "batch", "snapshots", "collections", "recoveries", "processes"])
def test_reserved_keys(key: str, tmp_path: pathlib.Path) -> None:
    _, diagnostics = read(f"{key}: {{}}", tmp_path)
    (told,) = diagnostics
    assert (told.rule, told.message) == ("reserved-key", f"`{key}` is reserved for a later version")


def test_contracts_cannot_be_changed(tmp_path: pathlib.Path) -> None:
    contract = sound("", tmp_path)
    with pytest.raises(ValidationError):
        contract.server.name = "other"


@cache
def real(service: str) -> Document:
    """Return one of the repository's own contracts."""
    document = load(SPECS / service / "contract.yaml", root=SPECS.parent, diagnostics=Diagnostics())
    assert document
    return document


@cache
def editor() -> jsonschema_rs.Draft202012Validator:
    """Return a validator of the editor's schema."""
    return jsonschema_rs.Draft202012Validator(editor_schema())


def paths(value: JsonValue, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value below another."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield (*path, key)
        yield from paths(inner, (*path, key))


Change = Callable[[str | int, JsonValue], list[tuple[str | int, JsonValue]]]
CHANGES: dict[str, Change] = {
    "removed": lambda key, value: [],
    "misspelt": lambda key, value: [(f"{key}x", value)],
    "a number": lambda key, value: [(key, 7)],
    "true": lambda key, value: [(key, True)],
    "a text": lambda key, value: [(key, "zz zz")],
    "an empty text": lambda key, value: [(key, "")],
    "a list": lambda key, value: [(key, [1])],
    "an empty list": lambda key, value: [(key, [])],
    "a mapping": lambda key, value: [(key, {"zz": 1})],
    "an empty mapping": lambda key, value: [(key, {})],
}


def changed(value: JsonValue, path: Path, change: Change) -> JsonValue:
    """Return a copy of a value in which the entry at `path` is replaced by what `change` makes of it."""
    first, *rest = path
    entries: list[tuple[str | int, JsonValue]] = []
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key != first:
            entries.append((key, inner))
        elif rest:
            entries.append((key, changed(inner, tuple(rest), change)))
        else:
            entries.extend(change(key, inner))
    return {str(key): inner for key, inner in entries} if isinstance(value, dict) else [inner for _, inner in entries]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    service=st.sampled_from(["github_issues", "unit_converter"]), how=st.sampled_from(sorted(CHANGES)), data=st.data()
)
def test_one_mistake_is_told_once(service: str, how: str, data: st.DataObject) -> None:
    document = real(service)
    path = data.draw(st.sampled_from(list(paths(document.data))))
    made = changed(document.data, path, CHANGES[how])
    assert isinstance(made, dict)
    diagnostics = Diagnostics()
    contract = check_shape(replace(document, data=made), diagnostics)
    told = list(diagnostics)
    assert (contract is None) == bool(told)
    assert all(item.message and "nput should" not in item.message for item in told)
    if "mapping" not in how:
        assert len(told) <= 1
    order_of_rows = any("condition" in item.message for item in told)
    assert order_of_rows or editor().is_valid(made) == (contract is not None)


KEYS = sorted({key for model in in_reading_order(ContractSpec) for _, key, _ in fields_of(model)})
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-5, 500)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "a", "${a.b}", "string", "30s", "no", "GET /x", "#/types/A"])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYS, "a", "b c"]), inner, max_size=5)
    ),
    max_leaves=25,
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.dictionaries(st.sampled_from(sorted(ContractSpec.model_fields)), VALUES, max_size=6))
def test_nonsense_is_told_in_our_words(data: dict[str, JsonValue]) -> None:
    diagnostics = Diagnostics()
    contract = check_shape(replace(real("unit_converter"), data=data), diagnostics)
    assert (contract is None) == bool(diagnostics.found)
    for item in diagnostics:
        assert item.message[0].islower() or item.message[0] == "`"
        assert "nput should" not in item.message
