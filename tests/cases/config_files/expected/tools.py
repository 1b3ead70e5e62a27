# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of planner-mcp."""

from __future__ import annotations

from typing import cast

from . import models
from .runtime import Call, Tool, Toolbox
from .runtime.expressions import ABSENT, add, at, coalesce, compact, text_of

TOOLBOX = Toolbox()


@TOOLBOX.tool
class WhereIssue(Tool[models.WhereIssueArgs, models.WhereIssueResult]):
    """Say where a new issue would go."""

    name = "where_issue"

    def fill(self, args: models.WhereIssueArgs, call: Call) -> None:
        if "owner" not in args and "repo" not in args:
            found_owner = coalesce(
                at(call.config["destination"].split("/"), 0) if "destination" in call.config else None, ABSENT
            )
            found_repo = coalesce(
                at(call.config["destination"].split("/"), 1) if "destination" in call.config else None, ABSENT
            )
            if found_owner is not ABSENT and found_repo is not ABSENT:
                args["owner"] = found_owner
                args["repo"] = found_repo
        if "owner" not in args or "repo" not in args:
            raise call.error("missing_destination", {})

    def guard(self, args: models.WhereIssueArgs, call: Call) -> None:
        if (
            add(len(call.config["allow_repos"]), len(call.config["allow_orgs"])) > 0
            and args["owner"] + "/" + args["repo"] not in call.config["allow_repos"]
            and args["owner"] not in call.config["allow_orgs"]
        ):
            raise call.error("repo_not_allowed", {})

    async def answer(self, args: models.WhereIssueArgs, call: Call) -> models.WhereIssueResult:
        return {"place": f"{args['owner']}/{args['repo']}"}


@TOOLBOX.tool
class WhichBoard(Tool[models.WhichBoardArgs, models.WhichBoardResult]):
    """Say which board is meant."""

    name = "which_board"

    def fill(self, args: models.WhichBoardArgs, call: Call) -> None:
        if "board_owner" not in args and "board_number" not in args:
            found_board_owner = call.config.get("board_owner", ABSENT)
            found_board_number = call.config.get("board_number", ABSENT)
            if found_board_owner is not ABSENT and found_board_number is not ABSENT:
                args["board_owner"] = found_board_owner
                args["board_number"] = found_board_number
        if "board_owner" not in args or "board_number" not in args:
            raise call.error("missing_board_config", {})
        if "board_kind" not in args:
            args["board_kind"] = call.config["board_kind"]

    async def answer(self, args: models.WhichBoardArgs, call: Call) -> models.WhichBoardResult:
        return {"owner": args["board_owner"], "number": args["board_number"], "kind": args["board_kind"]}


@TOOLBOX.tool
class Session(Tool[models.SessionArgs, models.SessionResult]):
    """Say what is configured."""

    name = "session"

    def fill(self, args: models.SessionArgs, call: Call) -> None:
        if "board_owner" not in args and "board_number" not in args:
            found_board_owner = call.config.get("board_owner", ABSENT)
            found_board_number = call.config.get("board_number", ABSENT)
            if found_board_owner is not ABSENT and found_board_number is not ABSENT:
                args["board_owner"] = found_board_owner
                args["board_number"] = found_board_number

    async def answer(self, args: models.SessionArgs, call: Call) -> models.SessionResult:
        return cast(
            models.SessionResult,
            compact(
                {
                    "board": coalesce(
                        (
                            args["board_owner"] + "/" + text_of(args["board_number"])
                            if "board_owner" in args and "board_number" in args
                            else None
                        ),
                        ABSENT,
                    )
                }
            ),
        )
