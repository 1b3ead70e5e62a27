# Code generated from specs/github_sdlc_planning/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of github-sdlc-planning."""

from __future__ import annotations

from typing import Any, cast

from . import handlers, models, views
from .runtime import Call, Repair, Tool, Toolbox
from .runtime.expressions import ABSENT, add, at, coalesce, compact, has, path
from .runtime.requesting import Refusal, ToolError
from .upstreams import Github

TOOLBOX = Toolbox()


@TOOLBOX.tool
class CreateIssue(Tool[models.CreateIssueArgs, models.CreateIssueResult]):
    """Create a GitHub issue whose body begins with its MIF block."""

    name = "create_issue"
    asks = (Github,)

    def fill(self, args: models.CreateIssueArgs, call: Call) -> None:
        if "owner" not in args and "repo" not in args:
            found_owner = coalesce(
                at(call.config["destination"]["repo"].split("/"), 0) if "destination" in call.config else None, ABSENT
            )
            found_repo = coalesce(
                at(call.config["destination"]["repo"].split("/"), 1) if "destination" in call.config else None, ABSENT
            )
            if found_owner is not ABSENT and found_repo is not ABSENT:
                args["owner"] = found_owner
                args["repo"] = found_repo
        if "owner" not in args or "repo" not in args:
            raise call.error("missing_destination", {})

    def guard(self, args: models.CreateIssueArgs, call: Call) -> None:
        if (
            add(
                len(call.config["targeting"]["allowRepos"] if has(call.config, "targeting", "allowRepos") else []),
                len(call.config["targeting"]["allowOrgs"] if has(call.config, "targeting", "allowOrgs") else []),
            )
            > 0
            and args["owner"] + "/" + args["repo"]
            not in (call.config["targeting"]["allowRepos"] if has(call.config, "targeting", "allowRepos") else [])
            and args["owner"]
            not in (call.config["targeting"]["allowOrgs"] if has(call.config, "targeting", "allowOrgs") else [])
        ):
            raise call.error("repo_not_allowed", {"owner": args["owner"], "repo": args["repo"]})

    async def answer(self, args: models.CreateIssueArgs, call: Call) -> models.CreateIssueResult:
        repository = await Github(call).get_repository(owner=args["owner"], repo=args["repo"])
        labels: Any = ABSENT
        if "labels" in args:
            labels = [
                await Github(call).get_label(owner=args["owner"], repo=args["repo"], name=it) for it in args["labels"]
            ]
        people: Any = ABSENT
        if "assignees" in args:
            people = [await Github(call).get_user(login=it) for it in args["assignees"]]
        milestone: Any = ABSENT
        if "milestoneNumber" in args:
            milestone = await Github(call).get_milestone(
                owner=args["owner"], repo=args["repo"], number=args["milestoneNumber"]
            )

        async def types_refused(answer: Refusal) -> ToolError | None:
            if answer.error == "NOT_FOUND":
                return Github(call).error(
                    "unknown_issue_type", answer, {"org": args["owner"], "typeName": args["issueType"], "available": []}
                )
            return None

        types: Any = ABSENT
        if "issueType" in args:
            types = await Github(call, types_refused).list_issue_types(owner=args["owner"])
            if not any(one["name"] == args["issueType"] for one in types):
                raise call.error(
                    "unknown_issue_type",
                    {"org": args["owner"], "typeName": args["issueType"], "available": [one["name"] for one in types]},
                )
        block = f"<!-- mif-id: urn:mif:concept:{args['mif']['namespace']}:{args['mif']['id']} -->\n<!-- mif-type: {args['mif']['type']} -->\n<!-- mif-ns: {args['mif']['namespace']} -->\n\n{args['body']}"
        issue = await Github(call).create_issue(
            repositoryId=repository["node_id"],
            title=args["title"],
            body=block,
            labelIds=coalesce([label["node_id"] for label in labels] if labels is not ABSENT else None, ABSENT),
            assigneeIds=coalesce([person["node_id"] for person in people] if people is not ABSENT else None, ABSENT),
            milestoneId=path(milestone, "node_id"),
            issueTypeId=coalesce(
                (
                    path([one for one in types if one["name"] == args["issueType"]], 0, "id")
                    if types is not ABSENT
                    else None
                ),
                ABSENT,
            ),
        )
        return {"number": issue["number"], "nodeId": issue["id"], "url": issue["url"], "body": issue["body"]}

    def adds_if_unknown(self, call: Call) -> str:
        return "Whether it took effect is unknown: look on GitHub before trying again."


@TOOLBOX.tool
class UpdateIssue(Tool[models.UpdateIssueArgs, models.UpdateIssueResult]):
    """Change an issue's title, body, state or type. An unknown type is refused before anything
    is changed.
    """

    name = "update_issue"
    asks = (Github,)

    async def answer(self, args: models.UpdateIssueArgs, call: Call) -> models.UpdateIssueResult:
        async def types_refused(answer: Refusal) -> ToolError | None:
            if answer.error == "NOT_FOUND":
                return Github(call).error(
                    "unknown_issue_type", answer, {"org": args["owner"], "typeName": args["issueType"], "available": []}
                )
            return None

        types: Any = ABSENT
        if "issueType" in args:
            types = await Github(call, types_refused).list_issue_types(owner=args["owner"])
            if not any(one["name"] == args["issueType"] for one in types):
                raise call.error(
                    "unknown_issue_type",
                    {"org": args["owner"], "typeName": args["issueType"], "available": [one["name"] for one in types]},
                )
        issue = await Github(call).update_issue(
            owner=args["owner"],
            repo=args["repo"],
            number=args["number"],
            title=args.get("title", ABSENT),
            body=args.get("body", ABSENT),
            state=args.get("state", ABSENT),
            type=args.get("issueType", ABSENT),
        )
        return {"number": issue["number"], "url": issue["html_url"]}

    def adds_if_unknown(self, call: Call) -> str:
        return "Whether it took effect is unknown: look on GitHub before trying again."


@TOOLBOX.tool
class AddSubIssue(Tool[models.AddSubIssueArgs, models.AddSubIssueResult]):
    """Attach a child issue to a parent. Refused before anything is changed when the parent has
    100 sub-issues already, or when the child would have 8 issues above it.
    """

    name = "add_sub_issue"
    asks = (Github,)

    def fill(self, args: models.AddSubIssueArgs, call: Call) -> None:
        if "childOwner" not in args:
            args["childOwner"] = args["owner"]
        if "childRepo" not in args:
            args["childRepo"] = args["repo"]

    async def answer(self, args: models.AddSubIssueArgs, call: Call) -> models.AddSubIssueResult:
        parent = await Github(call).get_issue(owner=args["owner"], repo=args["repo"], number=args["parentNumber"])
        child = await Github(call).get_issue(
            owner=args["childOwner"], repo=args["childRepo"], number=args["childNumber"]
        )
        nesting = await Github(call).get_nesting(id=parent["node_id"])
        if nesting["subIssuesSummary"]["total"] >= 100:
            raise call.error(
                "limit_exceeded",
                {"limit": "max_sub_issues_per_parent", "current": nesting["subIssuesSummary"]["total"], "max": 100},
            )
        if has(nesting, "parent", "parent", "parent", "parent", "parent", "parent", "parent"):
            raise call.error("limit_exceeded", {"limit": "max_nesting_levels", "parentLevel": 8, "max": 8})
        added = await Github(call).add_sub_issue(
            issueId=parent["node_id"], subIssueId=child["node_id"], replaceParent=args["replaceParent"]
        )
        return {
            "parentNodeId": added["issue"]["id"],
            "childNodeId": added["subIssue"]["id"],
            "replacedParent": args["replaceParent"],
        }

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="list_sub_issues",
            arguments={
                "owner": call.args["owner"],
                "repo": call.args["repo"],
                "parentNumber": call.args["parentNumber"],
            },
        )

    def adds_if_unknown(self, call: Call) -> str:
        return "Whether it took effect is unknown: look on GitHub before trying again."


@TOOLBOX.tool
class ListSubIssues(Tool[models.ListSubIssuesArgs, models.ListSubIssuesResult]):
    """List a parent issue's sub-issues, and how many of them are done."""

    name = "list_sub_issues"
    asks = (Github,)

    async def answer(self, args: models.ListSubIssuesArgs, call: Call) -> models.ListSubIssuesResult:
        found_ = await Github(call).list_sub_issues(number=args["parentNumber"], owner=args["owner"], repo=args["repo"])
        return cast(
            models.ListSubIssuesResult,
            {
                "total": found_["subIssuesSummary"]["total"],
                "completed": found_["subIssuesSummary"]["completed"],
                "percentCompleted": found_["subIssuesSummary"]["percentCompleted"],
                "items": [
                    {"number": one["number"], "nodeId": one["id"], "title": one["title"], "state": one["state"]}
                    for one in found_["subIssues"]["nodes"]
                ],
            },
        )


@TOOLBOX.tool
class AddItemToProject(Tool[models.AddItemToProjectArgs, models.AddItemToProjectResult]):
    """Put an issue on a Projects v2 board. When it is there already, its item is returned and
    nothing is added.
    """

    name = "add_item_to_project"
    asks = (Github,)
    needs = ((Github, "add_project_item", ("project",)),)

    def fill(self, args: models.AddItemToProjectArgs, call: Call) -> None:
        if "projectOwnerLogin" not in args and "projectNumber" not in args:
            found_projectOwnerLogin = path(call.config, "board", "projectOwnerLogin")
            found_projectNumber = path(call.config, "board", "projectNumber")
            if found_projectOwnerLogin is not ABSENT and found_projectNumber is not ABSENT:
                args["projectOwnerLogin"] = found_projectOwnerLogin
                args["projectNumber"] = found_projectNumber
        if "projectOwnerLogin" not in args or "projectNumber" not in args:
            raise call.error("missing_board_config", {})
        if "projectOwnerType" not in args:
            args["projectOwnerType"] = coalesce(path(call.config, "board", "projectOwnerType"), "organization")

    async def answer(self, args: models.AddItemToProjectArgs, call: Call) -> models.AddItemToProjectResult:
        theirs: Any = ABSENT
        if args["projectOwnerType"] == "organization":
            theirs = await Github(call).find_board_of_organization(
                login=args["projectOwnerLogin"], number=args["projectNumber"]
            )
        own: Any = ABSENT
        if args["projectOwnerType"] != "organization":
            own = await Github(call).find_board_of_user(login=args["projectOwnerLogin"], number=args["projectNumber"])
        board = theirs["id"] if theirs is not ABSENT else own["id"]
        issue = await Github(call).get_issue(owner=args["owner"], repo=args["repo"], number=args["issueNumber"])
        items = await Github(call).list_project_items_of_issue(
            owner=args["owner"], repo=args["repo"], number=args["issueNumber"]
        )
        known = at([one for one in items if one["project"]["id"] == board], 0)
        added: Any = ABSENT
        if known is ABSENT:
            added = await Github(call).add_project_item(projectId=board, contentId=issue["node_id"])
        return {"itemId": known["id"] if known is not ABSENT else added["id"], "existed": known is not ABSENT}

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="get_project_items",
            arguments={
                "projectOwnerLogin": call.args["projectOwnerLogin"],
                "projectNumber": call.args["projectNumber"],
                "projectOwnerType": call.args["projectOwnerType"],
            },
        )

    def adds_if_unknown(self, call: Call) -> str:
        return "Whether it took effect is unknown: look on GitHub before trying again."


@TOOLBOX.tool
class SetFieldValue(Tool[models.SetFieldValueArgs, models.SetFieldValueResult]):
    """Set one field of an item on a Projects v2 board."""

    name = "set_field_value"
    asks = (Github,)
    needs = ((Github, "set_project_field", ("project",)),)

    def fill(self, args: models.SetFieldValueArgs, call: Call) -> None:
        if "projectOwnerLogin" not in args and "projectNumber" not in args:
            found_projectOwnerLogin = path(call.config, "board", "projectOwnerLogin")
            found_projectNumber = path(call.config, "board", "projectNumber")
            if found_projectOwnerLogin is not ABSENT and found_projectNumber is not ABSENT:
                args["projectOwnerLogin"] = found_projectOwnerLogin
                args["projectNumber"] = found_projectNumber
        if "projectOwnerLogin" not in args or "projectNumber" not in args:
            raise call.error("missing_board_config", {})
        if "projectOwnerType" not in args:
            args["projectOwnerType"] = coalesce(path(call.config, "board", "projectOwnerType"), "organization")

    async def answer(self, args: models.SetFieldValueArgs, call: Call) -> models.SetFieldValueResult:
        theirs: Any = ABSENT
        if args["projectOwnerType"] == "organization":
            theirs = await Github(call).find_board_of_organization(
                login=args["projectOwnerLogin"], number=args["projectNumber"]
            )
        own: Any = ABSENT
        if args["projectOwnerType"] != "organization":
            own = await Github(call).find_board_of_user(login=args["projectOwnerLogin"], number=args["projectNumber"])
        board = theirs["id"] if theirs is not ABSENT else own["id"]
        item = await Github(call).set_project_field(
            projectId=board,
            itemId=args["itemId"],
            fieldId=args["fieldId"],
            value_=compact(
                {
                    "text": args["value"].get("text", ABSENT),
                    "number": args["value"].get("number", ABSENT),
                    "date": args["value"].get("date", ABSENT),
                    "singleSelectOptionId": args["value"].get("optionId", ABSENT),
                    "iterationId": args["value"].get("iterationId", ABSENT),
                }
            ),
        )
        return {"itemId": item["id"]}

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="get_project_items",
            arguments={
                "projectOwnerLogin": call.args["projectOwnerLogin"],
                "projectNumber": call.args["projectNumber"],
                "projectOwnerType": call.args["projectOwnerType"],
            },
        )

    def adds_if_unknown(self, call: Call) -> str:
        return "Whether it took effect is unknown: look on GitHub before trying again."


@TOOLBOX.tool
class GetProjectItems(Tool[models.GetProjectItemsArgs, models.GetProjectItemsResult]):
    """List the items of a Projects v2 board with the values of their fields."""

    name = "get_project_items"
    asks = (Github,)

    def fill(self, args: models.GetProjectItemsArgs, call: Call) -> None:
        if "projectOwnerLogin" not in args and "projectNumber" not in args:
            found_projectOwnerLogin = path(call.config, "board", "projectOwnerLogin")
            found_projectNumber = path(call.config, "board", "projectNumber")
            if found_projectOwnerLogin is not ABSENT and found_projectNumber is not ABSENT:
                args["projectOwnerLogin"] = found_projectOwnerLogin
                args["projectNumber"] = found_projectNumber
        if "projectOwnerLogin" not in args or "projectNumber" not in args:
            raise call.error("missing_board_config", {})
        if "projectOwnerType" not in args:
            args["projectOwnerType"] = coalesce(path(call.config, "board", "projectOwnerType"), "organization")

    async def answer(self, args: models.GetProjectItemsArgs, call: Call) -> models.GetProjectItemsResult:
        theirs: Any = ABSENT
        if args["projectOwnerType"] == "organization":
            theirs = await Github(call).find_board_of_organization(
                login=args["projectOwnerLogin"], number=args["projectNumber"]
            )
        own: Any = ABSENT
        if args["projectOwnerType"] != "organization":
            own = await Github(call).find_board_of_user(login=args["projectOwnerLogin"], number=args["projectNumber"])
        board = theirs["id"] if theirs is not ABSENT else own["id"]
        pages = Github(call).list_project_items(id=board)
        items, more = await pages.collect(max=1000)
        if more:
            raise call.error("github_api_error", {})
        return {"items": [views.item(it, args, call) for it in items]}


@TOOLBOX.tool
class CreateMilestone(Tool[models.CreateMilestoneArgs, models.CreateMilestoneResult]):
    """Create a milestone of a repository."""

    name = "create_milestone"
    asks = (Github,)

    async def answer(self, args: models.CreateMilestoneArgs, call: Call) -> models.CreateMilestoneResult:
        made = await Github(call).create_milestone(
            owner=args["owner"],
            repo=args["repo"],
            title=args["title"],
            description=args.get("description", ABSENT),
            dueOn=args.get("dueOn", ABSENT),
            state=args.get("state", ABSENT),
        )
        return views.milestone(made, args, call)

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="list_milestones",
            arguments={"owner": call.args["owner"], "repo": call.args["repo"], "state": "all"},
        )

    def adds_if_unknown(self, call: Call) -> str:
        return "Whether it took effect is unknown: look on GitHub before trying again."


@TOOLBOX.tool
class ListMilestones(Tool[models.ListMilestonesArgs, models.ListMilestonesResult]):
    """List the milestones of a repository."""

    name = "list_milestones"
    asks = (Github,)

    async def answer(self, args: models.ListMilestonesArgs, call: Call) -> models.ListMilestonesResult:
        pages = Github(call).list_milestones(owner=args["owner"], repo=args["repo"], state=args["state"])
        milestones, _ = await pages.collect(max=500)
        return [views.milestone(it, args, call) for it in milestones]


@TOOLBOX.tool
class AssignMilestone(Tool[models.AssignMilestoneArgs, models.AssignMilestoneResult]):
    """Put an issue under a milestone, or take it out again with null."""

    name = "assign_milestone"
    asks = (Github,)

    async def answer(self, args: models.AssignMilestoneArgs, call: Call) -> models.AssignMilestoneResult:
        issue = await Github(call).update_issue(
            owner=args["owner"], repo=args["repo"], number=args["issueNumber"], milestone=args["milestoneNumber"]
        )
        return {"issueNumber": issue["number"], "milestoneNumber": args["milestoneNumber"]}

    def adds_if_unknown(self, call: Call) -> str:
        return "Whether it took effect is unknown: look on GitHub before trying again."


@TOOLBOX.tool
class CreateDiscussion(Tool[models.CreateDiscussionArgs, models.CreateDiscussionResult]):
    """Start a discussion in one of the repository's categories."""

    name = "create_discussion"
    asks = (Github,)

    async def answer(self, args: models.CreateDiscussionArgs, call: Call) -> models.CreateDiscussionResult:
        repository = await Github(call).get_repository(owner=args["owner"], repo=args["repo"])
        categories = await Github(call).list_discussion_categories(owner=args["owner"], repo=args["repo"])
        if not any(one["name"] == args["categoryName"] for one in categories):
            raise call.error(
                "github_api_error",
                {
                    "reason": "There is no discussion category of that name.",
                    "owner": args["owner"],
                    "repo": args["repo"],
                    "categoryName": args["categoryName"],
                    "available": [one["name"] for one in categories],
                },
            )
        made = await Github(call).create_discussion(
            repositoryId=repository["node_id"],
            categoryId=coalesce(path([one for one in categories if one["name"] == args["categoryName"]], 0, "id"), ""),
            title=args["title"],
            body=args["body"],
        )
        return {"id": made["id"], "number": made["number"], "title": made["title"], "url": made["url"]}

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="list_discussions",
            arguments={"owner": call.args["owner"], "repo": call.args["repo"]},
        )

    def adds_if_unknown(self, call: Call) -> str:
        return "Whether it took effect is unknown: look on GitHub before trying again."


@TOOLBOX.tool
class ListDiscussions(Tool[models.ListDiscussionsArgs, models.ListDiscussionsResult]):
    """List a repository's latest discussions, 50 at most."""

    name = "list_discussions"
    asks = (Github,)

    async def answer(self, args: models.ListDiscussionsArgs, call: Call) -> models.ListDiscussionsResult:
        found_ = await Github(call).list_discussions(owner=args["owner"], repo=args["repo"])
        return cast(
            models.ListDiscussionsResult,
            [
                {
                    "id": one["id"],
                    "number": one["number"],
                    "title": one["title"],
                    "url": one["url"],
                    "category": one["category"]["name"],
                }
                for one in found_
            ],
        )


@TOOLBOX.tool
class FormatMifIssueBody(Tool[models.FormatMifIssueBodyArgs, models.FormatMifIssueBodyResult]):
    """Put a MIF block in front of a Markdown body. Calls nothing."""

    name = "format_mif_issue_body"

    async def answer(self, args: models.FormatMifIssueBodyArgs, call: Call) -> models.FormatMifIssueBodyResult:
        return handlers.format_mif_issue_body(args)


@TOOLBOX.tool
class ParseMifIssueBody(Tool[models.ParseMifIssueBodyArgs, models.ParseMifIssueBodyResult]):
    """Read the MIF block of an issue's body, if it has one. Calls nothing."""

    name = "parse_mif_issue_body"

    async def answer(self, args: models.ParseMifIssueBodyArgs, call: Call) -> models.ParseMifIssueBodyResult:
        return handlers.parse_mif_issue_body(args)


@TOOLBOX.tool
class GetSessionContext(Tool[models.GetSessionContextArgs, models.GetSessionContextResult]):
    """Return the open milestones of a repository and, where a board is given or configured,
    its items.
    """

    name = "get_session_context"
    asks = (Github,)

    def fill(self, args: models.GetSessionContextArgs, call: Call) -> None:
        if "projectOwnerLogin" not in args and "projectNumber" not in args:
            found_projectOwnerLogin = path(call.config, "board", "projectOwnerLogin")
            found_projectNumber = path(call.config, "board", "projectNumber")
            if found_projectOwnerLogin is not ABSENT and found_projectNumber is not ABSENT:
                args["projectOwnerLogin"] = found_projectOwnerLogin
                args["projectNumber"] = found_projectNumber
        if "projectOwnerType" not in args:
            args["projectOwnerType"] = coalesce(path(call.config, "board", "projectOwnerType"), "organization")

    async def answer(self, args: models.GetSessionContextArgs, call: Call) -> models.GetSessionContextResult:
        pages = Github(call).list_milestones(owner=args["owner"], repo=args["repo"], state="open")
        milestones, _ = await pages.collect(max=500)
        theirs: Any = ABSENT
        if "projectOwnerLogin" in args and "projectNumber" in args and args["projectOwnerType"] == "organization":
            theirs = await Github(call).find_board_of_organization(
                login=args["projectOwnerLogin"], number=args["projectNumber"]
            )
        own: Any = ABSENT
        if "projectOwnerLogin" in args and "projectNumber" in args and args["projectOwnerType"] != "organization":
            own = await Github(call).find_board_of_user(login=args["projectOwnerLogin"], number=args["projectNumber"])
        board = coalesce(path(theirs, "id"), path(own, "id"), None)
        items: Any = ABSENT
        if board is not None:
            pages = Github(call).list_project_items(id=board)
            items, more = await pages.collect(max=1000)
            if more:
                raise call.error("github_api_error", {})
        shown = ABSENT if items is ABSENT else [views.item(it, args, call) for it in items]
        return cast(
            models.GetSessionContextResult,
            {
                "openMilestones": [views.milestone(it, args, call) for it in milestones],
                "projectBoard": {"items": shown} if shown is not ABSENT else None,
            },
        )


@TOOLBOX.tool
class GetAgentCapabilities(Tool[models.GetAgentCapabilitiesArgs, models.GetAgentCapabilitiesResult]):
    """Tell this server's tools and how far it conforms to MIF. Calls nothing."""

    name = "get_agent_capabilities"

    async def answer(self, args: models.GetAgentCapabilitiesArgs, call: Call) -> models.GetAgentCapabilitiesResult:
        return {"tools": call.catalog["tools"], "mifConformance": "L1", "hooksSupported": False}
