"""The errors of notes-mcp."""

from typing import Any

from .runtime import Call, Catalogue, Repair, ToolError

CATALOGUE = Catalogue()


@CATALOGUE.code("invalid_field")
def invalid_field(call: Call, params: dict[str, Any]) -> ToolError:
    """An argument is not valid."""
    return ToolError(
        code="invalid_field",
        message="An argument is not valid.",
        temporary=False,
        repair=Repair(next_step="correct_arguments"),
    )


@CATALOGUE.code("note_not_found")
def note_not_found(call: Call, params: dict[str, Any]) -> ToolError:
    """No such note."""
    return ToolError(
        code="note_not_found",
        message=f"Note {call.args['note_id']} does not exist.",
        temporary=False,
        details={"field": "note_id", "value": call.args["note_id"], "reason": params["reason"]},
        repair=Repair(next_step="search_then_read", tool="notes_find", arguments={"state": "open"}),
    )


@CATALOGUE.code("version_conflict")
def version_conflict(call: Call, params: dict[str, Any]) -> ToolError:
    """The note changed since it was read."""
    return ToolError(
        code="version_conflict",
        message="The note changed since it was read; nothing was edited.",
        temporary=False,
        details={"field": "expected_version", "reason": f"The current version is {params['current']}."},
        repair=Repair(
            next_step="reread_then_reapply",
            tool="notes_get",
            arguments={"note_id": call.args["note_id"]},
            alternative="Leave out expected_version to overwrite.",
        ),
    )


@CATALOGUE.code("cursor_expired")
def cursor_expired(call: Call, params: dict[str, Any]) -> ToolError:
    """The cursor is too old."""
    return ToolError(
        code="cursor_expired",
        message="The cursor is too old.",
        temporary=False,
        details={"field": "cursor"},
        repair=Repair(next_step="restart_without_cursor", tool="notes_find", arguments={"query": call.args["query"]}),
    )


@CATALOGUE.code("rate_limited")
def rate_limited(call: Call, params: dict[str, Any]) -> ToolError:
    """Too many calls."""
    return ToolError(code="rate_limited", message="The notes service refuses further calls for now.", temporary=True)


@CATALOGUE.code("outcome_unknown")
def outcome_unknown(call: Call, params: dict[str, Any]) -> ToolError:
    """Whether the change took effect is not known."""
    status = call.upstream.get("status", "none")
    return ToolError(
        code="outcome_unknown",
        message=f"Whether the change took effect is not known (status {status}).",
        temporary=False,
        repair=Repair(next_step="check_note", tool="notes_get", arguments={"note_id": call.args.get("note_id", 1)}),
    )
