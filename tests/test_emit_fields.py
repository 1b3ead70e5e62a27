"""Arguments, results and their types, as the documentation tells them."""

from __future__ import annotations

from dataclasses import replace

import contracts as make
import pytest
from emitted import files, rows
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
