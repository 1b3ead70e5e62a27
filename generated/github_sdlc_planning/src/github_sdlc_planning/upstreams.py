# Code generated from specs/github_sdlc_planning/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The requests that github-sdlc-planning may make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from . import models
from .runtime.expressions import ABSENT, Absent, compact, has, path, text_of
from .runtime.requesting import (
    Page,
    Pages,
    RateLimit,
    Refusal,
    Request,
    Scopes,
    ToolError,
    Upstream,
    bearer,
    refusal,
    segment,
)


class Github(Upstream):
    """The requests that may be made to GitHub."""

    name = "github"
    title = "GitHub"
    rate_limit = RateLimit(
        statuses=(403, 429),
        remaining="x-ratelimit-remaining",
        reset="x-ratelimit-reset",
        after="retry-after",
        default_ms=60000,
        retries=3,
    )
    scopes = Scopes(header="x-oauth-scopes", tokens="^(ghp|gho)_")
    pace_writes_ms = 1000

    def base_url(self) -> str:
        return str(self.settings["github_url"])

    def headers(self) -> Mapping[str, Any]:
        return {"accept": "application/vnd.github+json", "x-github-api-version": "2022-11-28"}

    async def credentials(self) -> Mapping[str, str]:
        return bearer(self.settings.get("github_token", ABSENT))

    async def probe(self) -> None:
        await self.get_token_user()

    async def get_token_user(self) -> Any:
        """GET /user"""
        request = Request(
            operation="get_token_user",
            method="GET",
            path="/user",
            reads=True,
        )
        answer = await self.ask(request)
        return answer.body

    async def get_repository(self, *, owner: str, repo: str) -> models.Node:
        """GET /repos/{owner}/{repo}"""

        async def refused(answer: Refusal) -> ToolError | None:
            if 400 <= answer.status < 500:
                return self.error(
                    "resolve_issue_id",
                    answer,
                    {
                        "lookupStep": "resolve_repository_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            if answer.status >= 500:
                return self.error(
                    "resolve_issue_id",
                    answer,
                    {
                        "lookupStep": "resolve_repository_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            return None

        request = Request(
            operation="get_repository",
            method="GET",
            path=f"/repos/{segment(owner)}/{segment(repo)}",
            reads=True,
        )
        answer = await self.ask(request, refused)
        return cast(models.Node, answer.body)

    async def get_issue(self, *, owner: str, repo: str, number: int) -> models.Node:
        """GET /repos/{owner}/{repo}/issues/{number}"""

        async def refused(answer: Refusal) -> ToolError | None:
            if 400 <= answer.status < 500:
                return self.error(
                    "resolve_issue_id",
                    answer,
                    {
                        "lookupStep": "resolve_issue_node_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            if answer.status >= 500:
                return self.error(
                    "resolve_issue_id",
                    answer,
                    {
                        "lookupStep": "resolve_issue_node_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            return None

        request = Request(
            operation="get_issue",
            method="GET",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(number)}",
            reads=True,
        )
        answer = await self.ask(request, refused)
        return cast(models.Node, answer.body)

    async def get_label(self, *, owner: str, repo: str, name: str) -> models.Node:
        """GET /repos/{owner}/{repo}/labels/{name}"""

        async def refused(answer: Refusal) -> ToolError | None:
            if 400 <= answer.status < 500:
                return self.error(
                    "resolve_issue_id",
                    answer,
                    {
                        "lookupStep": "resolve_label_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            if answer.status >= 500:
                return self.error(
                    "resolve_issue_id",
                    answer,
                    {
                        "lookupStep": "resolve_label_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            return None

        request = Request(
            operation="get_label",
            method="GET",
            path=f"/repos/{segment(owner)}/{segment(repo)}/labels/{segment(name)}",
            reads=True,
        )
        answer = await self.ask(request, refused)
        return cast(models.Node, answer.body)

    async def get_user(self, *, login: str) -> models.Node:
        """GET /users/{login}"""

        async def refused(answer: Refusal) -> ToolError | None:
            if 400 <= answer.status < 500:
                return self.error(
                    "resolve_issue_id",
                    answer,
                    {
                        "lookupStep": "resolve_user_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            if answer.status >= 500:
                return self.error(
                    "resolve_issue_id",
                    answer,
                    {
                        "lookupStep": "resolve_user_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            return None

        request = Request(
            operation="get_user",
            method="GET",
            path=f"/users/{segment(login)}",
            reads=True,
        )
        answer = await self.ask(request, refused)
        return cast(models.Node, answer.body)

    async def get_milestone(self, *, owner: str, repo: str, number: int) -> models.Node:
        """GET /repos/{owner}/{repo}/milestones/{number}"""

        async def refused(answer: Refusal) -> ToolError | None:
            if 400 <= answer.status < 500:
                return self.error(
                    "resolve_issue_id",
                    answer,
                    {
                        "lookupStep": "resolve_milestone_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            if answer.status >= 500:
                return self.error(
                    "resolve_issue_id",
                    answer,
                    {
                        "lookupStep": "resolve_milestone_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            return None

        request = Request(
            operation="get_milestone",
            method="GET",
            path=f"/repos/{segment(owner)}/{segment(repo)}/milestones/{segment(number)}",
            reads=True,
        )
        answer = await self.ask(request, refused)
        return cast(models.Node, answer.body)

    async def list_issue_types(self, *, owner: str) -> Any:
        """query IssueTypes($login: String!) { …"""

        document = (
            "query IssueTypes($login: String!) {\n"
            "  organization(login: $login) { issueTypes(first: 25) { nodes { id name } } }\n"
            "}\n"
        )
        request = Request(
            operation="list_issue_types",
            method="POST",
            path="/graphql",
            reads=True,
            body={"query": document, "variables": {"login": owner}},
        )
        answer = await self.query(request)
        return (
            answer.body["organization"]["issueTypes"]["nodes"] if has(answer.body, "organization", "issueTypes") else []
        )

    async def create_issue(
        self,
        *,
        repositoryId: str,
        title: str,
        body: str,
        labelIds: list[str] | Absent = ABSENT,
        assigneeIds: list[str] | Absent = ABSENT,
        milestoneId: str | Absent = ABSENT,
        issueTypeId: str | Absent = ABSENT,
    ) -> models.GithubCreateIssueAnswerCreateIssueIssue:
        """mutation CreateIssue( …"""

        document = (
            "mutation CreateIssue(\n"
            "  $repositoryId: ID!, $title: String!, $body: String!,\n"
            "  $labelIds: [ID!], $assigneeIds: [ID!], $milestoneId: ID, $issueTypeId: ID\n"
            ") {\n"
            "  createIssue(input: {\n"
            "    repositoryId: $repositoryId, title: $title, body: $body,\n"
            "    labelIds: $labelIds, assigneeIds: $assigneeIds, milestoneId: $milestoneId, issueTypeId: $issueTypeId\n"
            "  }) { issue { number id url body } }\n"
            "}\n"
        )
        request = Request(
            operation="create_issue",
            method="POST",
            path="/graphql",
            reads=False,
            body={
                "query": document,
                "variables": compact(
                    {
                        "repositoryId": repositoryId,
                        "title": title,
                        "body": body,
                        "labelIds": labelIds,
                        "assigneeIds": assigneeIds,
                        "milestoneId": milestoneId,
                        "issueTypeId": issueTypeId,
                    }
                ),
            },
        )
        answer = await self.query(request)
        return cast(models.GithubCreateIssueAnswerCreateIssueIssue, answer.body["createIssue"]["issue"])

    async def update_issue(
        self,
        *,
        owner: str,
        repo: str,
        number: int,
        title: str | Absent = ABSENT,
        body: str | Absent = ABSENT,
        state: Literal["open", "closed"] | Absent = ABSENT,
        type: str | Absent = ABSENT,
        milestone: int | None | Absent = ABSENT,
    ) -> models.GithubUpdateIssueAnswer:
        """PATCH /repos/{owner}/{repo}/issues/{number}"""
        request = Request(
            operation="update_issue",
            method="PATCH",
            path=f"/repos/{segment(owner)}/{segment(repo)}/issues/{segment(number)}",
            reads=False,
            body=compact({"title": title, "body": body, "state": state, "type": type, "milestone": milestone}),
        )
        answer = await self.ask(request)
        return cast(models.GithubUpdateIssueAnswer, answer.body)

    async def get_nesting(self, *, id: str) -> models.GithubGetNestingAnswerNode:
        """# Seven parents are as many as an issue may have that is to get another child. …"""

        document = (
            "# Seven parents are as many as an issue may have that is to get another child.\n"
            "query Nesting($id: ID!) {\n"
            "  node(id: $id) {\n"
            "    ... on Issue {\n"
            "      subIssuesSummary { total }\n"
            "      parent { parent { parent { parent { parent { parent { parent { id } } } } } } }\n"
            "    }\n"
            "  }\n"
            "}\n"
        )
        request = Request(
            operation="get_nesting",
            method="POST",
            path="/graphql",
            reads=True,
            body={"query": document, "variables": {"id": id}},
        )
        answer = await self.query(request)
        return cast(models.GithubGetNestingAnswerNode, answer.body["node"])

    async def add_sub_issue(
        self, *, issueId: str, subIssueId: str, replaceParent: bool
    ) -> models.GithubAddSubIssueAnswerAddSubIssue:
        """mutation AddSubIssue($issueId: ID!, $subIssueId: ID!, $replaceParent: Boolean) { …"""

        document = (
            "mutation AddSubIssue($issueId: ID!, $subIssueId: ID!, $replaceParent: Boolean) {\n"
            "  addSubIssue(input: {issueId: $issueId, subIssueId: $subIssueId, replaceParent: $replaceParent}) {\n"
            "    issue { id }\n"
            "    subIssue { id }\n"
            "  }\n"
            "}\n"
        )
        request = Request(
            operation="add_sub_issue",
            method="POST",
            path="/graphql",
            reads=False,
            body={
                "query": document,
                "variables": {"issueId": issueId, "subIssueId": subIssueId, "replaceParent": replaceParent},
            },
        )
        answer = await self.query(request)
        return cast(models.GithubAddSubIssueAnswerAddSubIssue, answer.body["addSubIssue"])

    async def list_sub_issues(
        self, *, number: int, owner: str, repo: str
    ) -> models.GithubListSubIssuesAnswerRepositoryIssue:
        """query SubIssues($owner: String!, $repo: String!, $number: Int!) { …"""

        document = (
            "query SubIssues($owner: String!, $repo: String!, $number: Int!) {\n"
            "  repository(owner: $owner, name: $repo) {\n"
            "    issue(number: $number) {\n"
            "      subIssuesSummary { total completed percentCompleted }\n"
            "      subIssues(first: 100) { nodes { id number title state } }\n"
            "    }\n"
            "  }\n"
            "}\n"
        )
        request = Request(
            operation="list_sub_issues",
            method="POST",
            path="/graphql",
            reads=True,
            body={"query": document, "variables": {"owner": owner, "repo": repo, "number": number}},
        )
        answer = await self.query(request)
        return cast(models.GithubListSubIssuesAnswerRepositoryIssue, answer.body["repository"]["issue"])

    async def find_board_of_organization(
        self, *, login: str, number: int
    ) -> models.GithubFindBoardOfOrganizationAnswerOrganizationProjectV2:
        """query Board($login: String!, $number: Int!) { …"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.error == "NOT_FOUND":
                return self.error(
                    "resolve_project_id",
                    answer,
                    {
                        "lookupStep": "resolve_project_node_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            if 400 <= answer.status < 500:
                return self.error(
                    "resolve_project_id",
                    answer,
                    {
                        "lookupStep": "resolve_project_node_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            if answer.status >= 500:
                return self.error(
                    "resolve_project_id",
                    answer,
                    {
                        "lookupStep": "resolve_project_node_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            return None

        async def empty(answer: Refusal) -> ToolError:
            return self.error("resolve_project_id", answer, {"lookupStep": "resolve_project_node_id"})

        document = (
            "query Board($login: String!, $number: Int!) {\n"
            "  organization(login: $login) { projectV2(number: $number) { id } }\n"
            "}\n"
        )

        request = Request(
            operation="find_board_of_organization",
            method="POST",
            path="/graphql",
            reads=True,
            body={"query": document, "variables": {"login": login, "number": number}},
        )
        answer = await self.query(request, refused)
        value = cast(
            "models.GithubFindBoardOfOrganizationAnswerOrganizationProjectV2 | None",
            path(answer.body, "organization", "projectV2"),
        )
        if value is None or value is ABSENT:
            raise await empty(refusal(answer, {}))
        return value

    async def find_board_of_user(self, *, login: str, number: int) -> models.GithubFindBoardOfUserAnswerUserProjectV2:
        """query Board($login: String!, $number: Int!) { …"""

        async def refused(answer: Refusal) -> ToolError | None:
            if answer.error == "NOT_FOUND":
                return self.error(
                    "resolve_project_id",
                    answer,
                    {
                        "lookupStep": "resolve_project_node_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            if 400 <= answer.status < 500:
                return self.error(
                    "resolve_project_id",
                    answer,
                    {
                        "lookupStep": "resolve_project_node_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            if answer.status >= 500:
                return self.error(
                    "resolve_project_id",
                    answer,
                    {
                        "lookupStep": "resolve_project_node_id",
                        "cause": (
                            answer.message
                            if answer.message != ""
                            else "GitHub answered with status " + text_of(answer.status)
                        ),
                    },
                )
            return None

        async def empty(answer: Refusal) -> ToolError:
            return self.error("resolve_project_id", answer, {"lookupStep": "resolve_project_node_id"})

        document = (
            "query Board($login: String!, $number: Int!) {\n"
            "  user(login: $login) { projectV2(number: $number) { id } }\n"
            "}\n"
        )

        request = Request(
            operation="find_board_of_user",
            method="POST",
            path="/graphql",
            reads=True,
            body={"query": document, "variables": {"login": login, "number": number}},
        )
        answer = await self.query(request, refused)
        value = cast("models.GithubFindBoardOfUserAnswerUserProjectV2 | None", path(answer.body, "user", "projectV2"))
        if value is None or value is ABSENT:
            raise await empty(refusal(answer, {}))
        return value

    async def list_project_items_of_issue(
        self, *, owner: str, repo: str, number: int
    ) -> list[models.GithubListProjectItemsOfIssueAnswerRepositoryIssueProjectItemsNodesItem]:
        """query ItemsOfIssue($owner: String!, $repo: String!, $number: Int!) { …"""

        document = (
            "query ItemsOfIssue($owner: String!, $repo: String!, $number: Int!) {\n"
            "  repository(owner: $owner, name: $repo) {\n"
            "    issue(number: $number) { projectItems(first: 100) { nodes { id project { id } } } }\n"
            "  }\n"
            "}\n"
        )
        request = Request(
            operation="list_project_items_of_issue",
            method="POST",
            path="/graphql",
            reads=True,
            body={"query": document, "variables": {"owner": owner, "repo": repo, "number": number}},
        )
        answer = await self.query(request)
        return cast(
            "list[models.GithubListProjectItemsOfIssueAnswerRepositoryIssueProjectItemsNodesItem]",
            answer.body["repository"]["issue"]["projectItems"]["nodes"],
        )

    async def add_project_item(
        self, *, projectId: str, contentId: str
    ) -> models.GithubAddProjectItemAnswerAddProjectV2ItemByIdItem:
        """mutation AddItem($projectId: ID!, $contentId: ID!) { …"""

        document = (
            "mutation AddItem($projectId: ID!, $contentId: ID!) {\n"
            "  addProjectV2ItemById(input: {projectId: $projectId, contentId: $contentId}) { item { id } }\n"
            "}\n"
        )
        request = Request(
            operation="add_project_item",
            method="POST",
            path="/graphql",
            reads=False,
            body={"query": document, "variables": {"projectId": projectId, "contentId": contentId}},
        )
        answer = await self.query(request, needs=("project",))
        return cast(
            models.GithubAddProjectItemAnswerAddProjectV2ItemByIdItem, answer.body["addProjectV2ItemById"]["item"]
        )

    async def set_project_field(
        self, *, projectId: str, itemId: str, fieldId: str, value_: dict[str, Any]
    ) -> models.GithubSetProjectFieldAnswerUpdateProjectV2ItemFieldValueProjectV2Item:
        """mutation SetField($projectId: ID!, $itemId: ID!, $fieldId: ID!, $value:
        ProjectV2FieldValue!) { …
        """

        document = (
            "mutation SetField($projectId: ID!, $itemId: ID!, $fieldId: ID!, $value: ProjectV2FieldValue!) {\n"
            "  updateProjectV2ItemFieldValue(\n"
            "    input: {projectId: $projectId, itemId: $itemId, fieldId: $fieldId, value: $value}\n"
            "  ) { projectV2Item { id } }\n"
            "}\n"
        )
        request = Request(
            operation="set_project_field",
            method="POST",
            path="/graphql",
            reads=False,
            body={
                "query": document,
                "variables": {"projectId": projectId, "itemId": itemId, "fieldId": fieldId, "value": value_},
            },
        )
        answer = await self.query(request, needs=("project",))
        return cast(
            models.GithubSetProjectFieldAnswerUpdateProjectV2ItemFieldValueProjectV2Item,
            answer.body["updateProjectV2ItemFieldValue"]["projectV2Item"],
        )

    def list_project_items(
        self, *, id: str, first: int = 100
    ) -> Pages[models.GithubListProjectItemsAnswerNodeItemsNodesItem]:
        """query ProjectItems($id: ID!, $first: Int!, $after: String) { …"""

        document = (
            "query ProjectItems($id: ID!, $first: Int!, $after: String) {\n"
            "  node(id: $id) {\n"
            "    ... on ProjectV2 {\n"
            "      items(first: $first, after: $after) {\n"
            "        pageInfo { hasNextPage endCursor }\n"
            "        nodes {\n"
            "          id\n"
            "          content {\n"
            "            ... on Issue { title number repository { nameWithOwner } }\n"
            "            ... on PullRequest { title number repository { nameWithOwner } }\n"
            "            ... on DraftIssue { title }\n"
            "          }\n"
            "          fieldValues(first: 100) {\n"
            "            nodes {\n"
            "              ... on ProjectV2ItemFieldTextValue { text field { ... on ProjectV2FieldCommon { name } } }\n"
            "              ... on ProjectV2ItemFieldNumberValue { number field { ... on ProjectV2FieldCommon { name } } }\n"
            "              ... on ProjectV2ItemFieldDateValue { date field { ... on ProjectV2FieldCommon { name } } }\n"
            "              ... on ProjectV2ItemFieldSingleSelectValue { name field { ... on ProjectV2FieldCommon { name } } }\n"
            "            }\n"
            "          }\n"
            "        }\n"
            "      }\n"
            "    }\n"
            "  }\n"
            "}\n"
        )

        async def read(place: str | None) -> Page[models.GithubListProjectItemsAnswerNodeItemsNodesItem]:
            after = ABSENT if place is None else place
            request = Request(
                operation="list_project_items",
                method="POST",
                path="/graphql",
                reads=True,
                body={"query": document, "variables": compact({"id": id, "first": first, "after": after})},
            )
            answer = await self.query(request)
            return Page(
                rows=answer.body["node"]["items"]["nodes"],
                next=self.connected(answer, place, answer.body["node"]["items"]),
            )

        return Pages(read)

    async def create_milestone(
        self,
        *,
        owner: str,
        repo: str,
        title: str,
        description: str | Absent = ABSENT,
        dueOn: str | Absent = ABSENT,
        state: Literal["open", "closed"] | Absent = ABSENT,
    ) -> models.GithubMilestone:
        """POST /repos/{owner}/{repo}/milestones"""
        request = Request(
            operation="create_milestone",
            method="POST",
            path=f"/repos/{segment(owner)}/{segment(repo)}/milestones",
            reads=False,
            body=compact({"title": title, "description": description, "due_on": dueOn, "state": state}),
        )
        answer = await self.ask(request)
        return cast(models.GithubMilestone, answer.body)

    def list_milestones(
        self, *, owner: str, repo: str, state: Literal["open", "closed", "all"]
    ) -> Pages[models.GithubMilestone]:
        """GET /repos/{owner}/{repo}/milestones"""

        async def read(place: str | None) -> Page[models.GithubMilestone]:
            request = self.continued(
                place,
                Request(
                    operation="list_milestones",
                    method="GET",
                    path=f"/repos/{segment(owner)}/{segment(repo)}/milestones",
                    reads=True,
                    query={"state": state, "per_page": 100},
                ),
            )
            answer = await self.ask(request)
            return Page(rows=answer.body, next=self.linked(answer, place))

        return Pages(read)

    async def list_discussion_categories(self, *, owner: str, repo: str) -> list[models.Named]:
        """query Categories($owner: String!, $repo: String!) { …"""

        document = (
            "query Categories($owner: String!, $repo: String!) {\n"
            "  repository(owner: $owner, name: $repo) { discussionCategories(first: 25) { nodes { id name } } }\n"
            "}\n"
        )
        request = Request(
            operation="list_discussion_categories",
            method="POST",
            path="/graphql",
            reads=True,
            body={"query": document, "variables": {"owner": owner, "repo": repo}},
        )
        answer = await self.query(request)
        return cast("list[models.Named]", answer.body["repository"]["discussionCategories"]["nodes"])

    async def create_discussion(
        self, *, repositoryId: str, categoryId: str, title: str, body: str
    ) -> models.GithubCreateDiscussionAnswerCreateDiscussionDiscussion:
        """mutation CreateDiscussion($repositoryId: ID!, $categoryId: ID!, $title: String!, $body:
        String!) { …
        """

        document = (
            "mutation CreateDiscussion($repositoryId: ID!, $categoryId: ID!, $title: String!, $body: String!) {\n"
            "  createDiscussion(input: {repositoryId: $repositoryId, categoryId: $categoryId, title: $title, body: $body}) {\n"
            "    discussion { id number title url }\n"
            "  }\n"
            "}\n"
        )
        request = Request(
            operation="create_discussion",
            method="POST",
            path="/graphql",
            reads=False,
            body={
                "query": document,
                "variables": {"repositoryId": repositoryId, "categoryId": categoryId, "title": title, "body": body},
            },
        )
        answer = await self.query(request)
        return cast(
            models.GithubCreateDiscussionAnswerCreateDiscussionDiscussion, answer.body["createDiscussion"]["discussion"]
        )

    async def list_discussions(
        self, *, owner: str, repo: str
    ) -> list[models.GithubListDiscussionsAnswerRepositoryDiscussionsNodesItem]:
        """query Discussions($owner: String!, $repo: String!) { …"""

        document = (
            "query Discussions($owner: String!, $repo: String!) {\n"
            "  repository(owner: $owner, name: $repo) {\n"
            "    discussions(first: 50) { nodes { id number title url category { name } } }\n"
            "  }\n"
            "}\n"
        )
        request = Request(
            operation="list_discussions",
            method="POST",
            path="/graphql",
            reads=True,
            body={"query": document, "variables": {"owner": owner, "repo": repo}},
        )
        answer = await self.query(request)
        return cast(
            "list[models.GithubListDiscussionsAnswerRepositoryDiscussionsNodesItem]",
            answer.body["repository"]["discussions"]["nodes"],
        )
