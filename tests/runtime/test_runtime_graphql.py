"""What an answer to a GraphQL document says of what was carried out."""

from __future__ import annotations

from typing import Any

import pytest
from pactwright.runtime.connections import Request
from pactwright.runtime.graphql import Declined, data_of
from pactwright.runtime.outcomes import Answer, Failed, FailedRead, Unknown

READ = Request(operation="get", method="POST", path="/graphql", reads=True)
WRITE = Request(operation="close", method="POST", path="/graphql", reads=False)

TYPED = {"type": "NOT_FOUND", "path": ["issue"], "message": "Could not resolve."}
SCHEMA = {"extensions": {"code": "undefinedField"}, "message": "Field 'x' doesn't exist"}
BROKEN = {"message": "Something went wrong while executing your query."}


def answer(body: Any, status: int = 200) -> Answer:
    return Answer(operation="get", status=status, headers={}, body=body, url="http://x", is_json=True)


def test_data_alone_is_the_answer() -> None:
    assert data_of(answer({"data": {"issue": None}}), READ).body == {"issue": None}


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_status_that_is_no_success_is_left_to_the_tables(status: int) -> None:
    refused = answer({"message": "Bad credentials"}, status)
    assert data_of(refused, WRITE) is refused


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"data": {"issue": None}, "errors": [TYPED]}, "NOT_FOUND"),
        ({"data": None, "errors": [BROKEN, {"type": "FORBIDDEN"}]}, "FORBIDDEN"),
        ({"errors": [SCHEMA]}, "SCHEMA"),
    ],
)
def test_an_error_that_says_what_it_is_was_refused(body: Any, kind: str) -> None:
    with pytest.raises(Declined) as declined:
        data_of(answer(body), WRITE)
    assert declined.value.kind == kind


def test_a_write_that_gave_something_may_have_been_carried_out() -> None:
    partial = answer({"data": {"closeIssue": {"id": 1}}, "errors": [TYPED]})
    with pytest.raises(Unknown):
        data_of(partial, WRITE)
    with pytest.raises(Declined):
        data_of(partial, READ)


@pytest.mark.parametrize(
    "body",
    [
        {"data": None, "errors": [BROKEN]},
        {"data": {"closeIssue": None}, "errors": [BROKEN, SCHEMA]},
        {"data": None},
        {},
        [],
        None,
        "x",
    ],
)
@pytest.mark.parametrize(("request_", "kind"), [(READ, FailedRead), (WRITE, Unknown)])
def test_anything_else_leaves_open_what_was_carried_out(body: Any, request_: Request, kind: type[Failed]) -> None:
    with pytest.raises(kind):
        data_of(answer(body), request_)
