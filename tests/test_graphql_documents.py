"""Which requests only read, as it is decided when a contract is compiled: what else there is may write.

A lost answer means something else for each, so that the first characters of a document decide what an agent is told.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes.github.graphql.document import operations
from pactwright.build.documents import Unreadable, holds, only_reads
from pactwright.diagnostics import Diagnostics
from pactwright.model.upstreams import Operation
from pactwright.pipeline import check_contract

QUERIES = {
    "a name": "query Threads($id: ID!) { node(id: $id) { id } }",
    "no name": "query { viewer { login } }",
    "only braces": "{ viewer { login } }",
    "white space first": "\n\t  query { viewer { login } }",
    "a comment first": "# What is open.\nquery { viewer { login } }",
    "comments and white space first": "\n  # One.\n\n\t# Two: mutation { x }\n  { viewer { login } }",
    "a comment that ends with a carriage return": "# One.\rquery { viewer { login } }",
    "a byte order mark and commas first": "\ufeff , ,query { viewer { login } }",
    "nothing between": "query{viewer{login}}",
    "a comment behind the word": "query# mutation\n{ viewer { login } }",
    "a directive": "query Q($a: Boolean = true) @cached(for: [1, 2]) { viewer @skip(if: $a) { login } }",
    "a mutation in a text": '{ search(text: "} mutation { close }") { id } }',
    "braces in a block": '{ search(text: """ }} \\""" " mutation { """) { id } }',
    "empty values": '{ search(text: "", labels: [], by: {}) { id } }',
    "a fragment behind": "query { viewer { ...Told } } fragment Told on User { login }",
    "a field of that name": "{ mutation subscription fragment on }",
}
OTHERS = {
    "a mutation": "mutation Close($id: ID!) { closeIssue(id: $id) { id } }",
    "a mutation after a comment": "# query { viewer }\nmutation { close { id } }",
    "a mutation after white space": "  \n mutation { close { id } }",
    "a subscription": "subscription { issues { id } }",
    "a fragment first": "fragment Told on User { login } query { viewer { ...Told } }",
    "a longer word": "queryAll { viewer { login } }",
    "an unclosed query": "query { viewer { login }",
    "a query and a mutation": "query A { viewer { login } } mutation B { close { id } }",
    "braces and a mutation": "{ viewer { login } } mutation B { close { id } }",
    "nothing": "",
    "only a comment": "# query { viewer }",
    "no GraphQL": "SELECT * FROM issues",
    "JSON": '{"query": "{ viewer { login } }"}',
}


@pytest.mark.parametrize("document", QUERIES.values(), ids=QUERIES)
def test_documents_that_begin_like_a_query_only_read(document: str) -> None:
    assert only_reads(document)
    assert holds(document).operations == ("query",)


@pytest.mark.parametrize("document", OTHERS.values(), ids=OTHERS)
def test_everything_else_may_write(document: str) -> None:
    assert not only_reads(document)


@pytest.mark.parametrize(
    "document",
    [*QUERIES.values(), *(OTHERS[name] for name in ("a mutation", "a fragment first", "a query and a mutation"))],
)
def test_another_parser_finds_the_same_operations(document: str) -> None:
    # That one takes a comment to end with a line feed only.
    found = operations(document.replace("\r", "\n"))
    assert holds(document).operations == tuple(operation.kind for operation in found)


@pytest.mark.parametrize(
    ("document", "what", "rest"),
    [
        ("query { a", "`{` is never closed", "{ a"),
        ("query Q { a(b: [1) }", "`)` closes nothing", ") }"),
        ("query Q", "`query` has no selection in braces", ""),
        ("{ a } }", "`}` begins no operation and no fragment", "}"),
        ("{ }", "nothing is selected in these braces", "{ }"),
        ("{ a { } }", "nothing is selected in these braces", "{ } }"),
        ('{ a(b: "x) }', "this text is never closed", '"x) }'),
        ("{ a; }", "`;` is no GraphQL", "; }"),
        ("fragment F { a }", "`on` is missing", "{ a }"),
        ('{ "query": "{ a }" }', "a text cannot be selected", '"query": "{ a }" }'),
        ("{ a 1 }", "`1` cannot be selected", "1 }"),
        ("query A B { a }", "`query` has no selection in braces", "B { a }"),
        ("query Q @ { a }", "a directive needs a name", "{ a }"),
    ],
)
def test_what_cannot_be_read_is_shown_where_it_is(document: str, what: str, rest: str) -> None:
    with pytest.raises(Unreadable) as wrong:
        holds(document)
    assert (wrong.value.what, document[wrong.value.offset :]) == (what, rest)


def operation_of(text: str, folder: Path) -> Operation:
    """The operation of a contract that has only one."""
    frame = (Path(__file__).parent / "rules" / "write-on-read-only-upstream" / "good.yaml").read_text(encoding="utf-8")
    head, rest = frame.replace("    only: read\n", "").split("        request: POST", 1)
    file = folder / "contract.yaml"
    file.write_text(
        f"{head}        {text}\n        response: {{title: {{type: string}}}}\n{rest[rest.index('tools:') :]}",
        encoding="utf-8",
    )
    diagnostics = Diagnostics()
    contract = check_contract(file, root=folder, diagnostics=diagnostics)
    assert contract is not None, list(diagnostics)
    return contract.upstreams[0].operations[0]


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("request: GET /issues", True),
        ("request: HEAD /issues", True),
        ("request: POST /issues", False),
        ("request: POST /search", False),
        # The address of a GraphQL endpoint makes no document of a body.
        ('request: POST /graphql\n        body: {query: "query { viewer }"}', False),
        ("request: PUT /issues", False),
        ("request: PATCH /issues", False),
        ("request: DELETE /issues", False),
        ('graphql: "# Who am I?\\n{ viewer { login } }"', True),
        ('graphql: "mutation { close { id } }"', False),
        ('graphql: "subscription { issues { id } }"', False),
        ('graphql: "fragment Told on User { login } query { viewer { ...Told } }"', False),
    ],
)
def test_requests_of_a_contract_are_told_apart(text: str, reads: bool, tmp_path: Path) -> None:
    found = operation_of(text, tmp_path)
    assert (found.reads, found.read_reason) == (reads, None)


@pytest.mark.parametrize(
    "text", ["request: POST /search", 'graphql: "fragment Told on User { login } query { viewer { ...Told } }"']
)
def test_a_reason_lowers_the_class(text: str, tmp_path: Path) -> None:
    found = operation_of(f"{text}\n        class: {{read: It only searches.}}", tmp_path)
    assert (found.reads, found.read_reason) == (True, "It only searches.")
