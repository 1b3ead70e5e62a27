# Code generated from specs/github_sdlc_planning/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of github-sdlc-planning."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

OwnerType: TypeAlias = Literal["organization", "user"]


MifType: TypeAlias = Literal["Initiative", "Epic", "Story", "Task", "Bug", "Feature"]


class Mif(TypedDict):
    """Identity of a planning item (MIF level 1)."""

    id: str
    """Slug of the concept."""
    type: MifType
    """Kind of planning item."""
    namespace: str
    """Namespace of the concept."""


class Milestone(TypedDict):
    number: int
    title: str
    url: str
    dueOn: str | None


class FieldValue(TypedDict):
    fieldName: str
    text: NotRequired[str]
    number: NotRequired[int | float]
    date: NotRequired[str]
    optionName: NotRequired[str]


class Item(TypedDict):
    id: str
    title: str | None
    number: int | None
    """Null for a draft."""
    repo: str | None
    """owner/name; null for a draft."""
    fieldValues: list[FieldValue]


class Node(TypedDict):
    node_id: str


class Named(TypedDict):
    id: str
    name: str


class GithubMilestone(TypedDict):
    number: int
    title: str
    html_url: str
    due_on: str | None


class Ancestor(TypedDict):
    parent: NotRequired[Ancestor | None]


LimitExceededParamsLimit: TypeAlias = Literal["max_sub_issues_per_parent", "max_nesting_levels"]


class LimitExceededParams(TypedDict):
    limit: LimitExceededParamsLimit
    current: NotRequired[int]
    parentLevel: NotRequired[int]
    max: int


class MissingScopeParams(TypedDict):
    missingScope: NotRequired[str]
    presentScopes: list[str]


ResolveIssueIdParamsLookupStep: TypeAlias = Literal[
    "resolve_repository_id",
    "resolve_issue_node_id",
    "resolve_label_id",
    "resolve_user_id",
    "resolve_milestone_id",
    "resolve_project_node_id",
]


class ResolveIssueIdParams(TypedDict):
    lookupStep: ResolveIssueIdParamsLookupStep
    cause: str


class ResolveProjectIdParams(TypedDict):
    lookupStep: Literal["resolve_project_node_id"]
    cause: str


class UnknownIssueTypeParams(TypedDict):
    org: str
    """Login of the account that owns the repository."""
    typeName: str
    available: list[str]


class RateLimitedParams(TypedDict):
    retry_after_ms: int


class GithubApiErrorParams(TypedDict):
    status: NotRequired[int]
    operation: NotRequired[str]
    fields: NotRequired[list[str]]
    reason: NotRequired[str]
    graphqlErrors: NotRequired[list[dict[str, Any]]]
    owner: NotRequired[str]
    """Login of the account that owns the repository."""
    repo: NotRequired[str]
    """Name of the repository, without its owner."""
    categoryName: NotRequired[str]
    available: NotRequired[list[str]]


class RepoNotAllowedParams(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""


class GithubListIssueTypesAnswerOrganizationIssueTypes(TypedDict):
    nodes: list[Named]


class GithubListIssueTypesAnswerOrganization(TypedDict):
    issueTypes: GithubListIssueTypesAnswerOrganizationIssueTypes | None


class GithubListIssueTypesAnswer(TypedDict):
    organization: GithubListIssueTypesAnswerOrganization | None


class GithubCreateIssueAnswerCreateIssueIssue(TypedDict):
    number: int
    id: str
    url: str
    body: str


class GithubCreateIssueAnswerCreateIssue(TypedDict):
    issue: GithubCreateIssueAnswerCreateIssueIssue


class GithubCreateIssueAnswer(TypedDict):
    createIssue: GithubCreateIssueAnswerCreateIssue


class GithubUpdateIssueAnswer(TypedDict):
    number: int
    html_url: str


class GithubGetNestingAnswerNodeSubIssuesSummary(TypedDict):
    total: int


class GithubGetNestingAnswerNode(TypedDict):
    subIssuesSummary: GithubGetNestingAnswerNodeSubIssuesSummary
    parent: Ancestor | None


class GithubGetNestingAnswer(TypedDict):
    node: GithubGetNestingAnswerNode


class GithubAddSubIssueAnswerAddSubIssueIssue(TypedDict):
    id: str


class GithubAddSubIssueAnswerAddSubIssueSubIssue(TypedDict):
    id: str


class GithubAddSubIssueAnswerAddSubIssue(TypedDict):
    issue: GithubAddSubIssueAnswerAddSubIssueIssue
    subIssue: GithubAddSubIssueAnswerAddSubIssueSubIssue


class GithubAddSubIssueAnswer(TypedDict):
    addSubIssue: GithubAddSubIssueAnswerAddSubIssue


class GithubListSubIssuesAnswerRepositoryIssueSubIssuesSummary(TypedDict):
    total: int
    completed: int
    percentCompleted: int | float


class GithubListSubIssuesAnswerRepositoryIssueSubIssuesNodesItem(TypedDict):
    id: str
    number: int
    title: str
    state: str


class GithubListSubIssuesAnswerRepositoryIssueSubIssues(TypedDict):
    nodes: list[GithubListSubIssuesAnswerRepositoryIssueSubIssuesNodesItem]


class GithubListSubIssuesAnswerRepositoryIssue(TypedDict):
    subIssuesSummary: GithubListSubIssuesAnswerRepositoryIssueSubIssuesSummary
    subIssues: GithubListSubIssuesAnswerRepositoryIssueSubIssues


class GithubListSubIssuesAnswerRepository(TypedDict):
    issue: GithubListSubIssuesAnswerRepositoryIssue


class GithubListSubIssuesAnswer(TypedDict):
    repository: GithubListSubIssuesAnswerRepository


class GithubFindBoardOfOrganizationAnswerOrganizationProjectV2(TypedDict):
    id: str


class GithubFindBoardOfOrganizationAnswerOrganization(TypedDict):
    projectV2: GithubFindBoardOfOrganizationAnswerOrganizationProjectV2 | None


class GithubFindBoardOfOrganizationAnswer(TypedDict):
    organization: GithubFindBoardOfOrganizationAnswerOrganization | None


class GithubFindBoardOfUserAnswerUserProjectV2(TypedDict):
    id: str


class GithubFindBoardOfUserAnswerUser(TypedDict):
    projectV2: GithubFindBoardOfUserAnswerUserProjectV2 | None


class GithubFindBoardOfUserAnswer(TypedDict):
    user: GithubFindBoardOfUserAnswerUser | None


class GithubListProjectItemsOfIssueAnswerRepositoryIssueProjectItemsNodesItemProject(TypedDict):
    id: str


class GithubListProjectItemsOfIssueAnswerRepositoryIssueProjectItemsNodesItem(TypedDict):
    id: str
    project: GithubListProjectItemsOfIssueAnswerRepositoryIssueProjectItemsNodesItemProject


class GithubListProjectItemsOfIssueAnswerRepositoryIssueProjectItems(TypedDict):
    nodes: list[GithubListProjectItemsOfIssueAnswerRepositoryIssueProjectItemsNodesItem]


class GithubListProjectItemsOfIssueAnswerRepositoryIssue(TypedDict):
    projectItems: GithubListProjectItemsOfIssueAnswerRepositoryIssueProjectItems


class GithubListProjectItemsOfIssueAnswerRepository(TypedDict):
    issue: GithubListProjectItemsOfIssueAnswerRepositoryIssue


class GithubListProjectItemsOfIssueAnswer(TypedDict):
    repository: GithubListProjectItemsOfIssueAnswerRepository


class GithubAddProjectItemAnswerAddProjectV2ItemByIdItem(TypedDict):
    id: str


class GithubAddProjectItemAnswerAddProjectV2ItemById(TypedDict):
    item: GithubAddProjectItemAnswerAddProjectV2ItemByIdItem


class GithubAddProjectItemAnswer(TypedDict):
    addProjectV2ItemById: GithubAddProjectItemAnswerAddProjectV2ItemById


class GithubSetProjectFieldAnswerUpdateProjectV2ItemFieldValueProjectV2Item(TypedDict):
    id: str


class GithubSetProjectFieldAnswerUpdateProjectV2ItemFieldValue(TypedDict):
    projectV2Item: GithubSetProjectFieldAnswerUpdateProjectV2ItemFieldValueProjectV2Item


class GithubSetProjectFieldAnswer(TypedDict):
    updateProjectV2ItemFieldValue: GithubSetProjectFieldAnswerUpdateProjectV2ItemFieldValue


class GithubListProjectItemsAnswerNodeItemsNodesItemContentRepository(TypedDict):
    nameWithOwner: str


class GithubListProjectItemsAnswerNodeItemsNodesItemContent(TypedDict):
    title: NotRequired[str]
    number: NotRequired[int]
    repository: NotRequired[GithubListProjectItemsAnswerNodeItemsNodesItemContentRepository]


class GithubListProjectItemsAnswerNodeItemsNodesItemFieldValuesNodesItemField(TypedDict):
    name: str


class GithubListProjectItemsAnswerNodeItemsNodesItemFieldValuesNodesItem(TypedDict):
    field: NotRequired[GithubListProjectItemsAnswerNodeItemsNodesItemFieldValuesNodesItemField]
    text: NotRequired[str | None]
    number: NotRequired[int | float | None]
    date: NotRequired[str | None]
    name: NotRequired[str | None]


class GithubListProjectItemsAnswerNodeItemsNodesItemFieldValues(TypedDict):
    nodes: list[GithubListProjectItemsAnswerNodeItemsNodesItemFieldValuesNodesItem]


class GithubListProjectItemsAnswerNodeItemsNodesItem(TypedDict):
    id: str
    content: GithubListProjectItemsAnswerNodeItemsNodesItemContent | None
    fieldValues: GithubListProjectItemsAnswerNodeItemsNodesItemFieldValues


class GithubListProjectItemsAnswerNodeItems(TypedDict):
    nodes: list[GithubListProjectItemsAnswerNodeItemsNodesItem]


class GithubListProjectItemsAnswerNode(TypedDict):
    items: GithubListProjectItemsAnswerNodeItems


class GithubListProjectItemsAnswer(TypedDict):
    node: GithubListProjectItemsAnswerNode


class GithubListDiscussionCategoriesAnswerRepositoryDiscussionCategories(TypedDict):
    nodes: list[Named]


class GithubListDiscussionCategoriesAnswerRepository(TypedDict):
    discussionCategories: GithubListDiscussionCategoriesAnswerRepositoryDiscussionCategories


class GithubListDiscussionCategoriesAnswer(TypedDict):
    repository: GithubListDiscussionCategoriesAnswerRepository


class GithubCreateDiscussionAnswerCreateDiscussionDiscussion(TypedDict):
    id: str
    number: int
    title: str
    url: str


class GithubCreateDiscussionAnswerCreateDiscussion(TypedDict):
    discussion: GithubCreateDiscussionAnswerCreateDiscussionDiscussion


class GithubCreateDiscussionAnswer(TypedDict):
    createDiscussion: GithubCreateDiscussionAnswerCreateDiscussion


class GithubListDiscussionsAnswerRepositoryDiscussionsNodesItemCategory(TypedDict):
    name: str


class GithubListDiscussionsAnswerRepositoryDiscussionsNodesItem(TypedDict):
    id: str
    number: int
    title: str
    url: str
    category: GithubListDiscussionsAnswerRepositoryDiscussionsNodesItemCategory


class GithubListDiscussionsAnswerRepositoryDiscussions(TypedDict):
    nodes: list[GithubListDiscussionsAnswerRepositoryDiscussionsNodesItem]


class GithubListDiscussionsAnswerRepository(TypedDict):
    discussions: GithubListDiscussionsAnswerRepositoryDiscussions


class GithubListDiscussionsAnswer(TypedDict):
    repository: GithubListDiscussionsAnswerRepository


class CreateIssueArgs(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""
    title: str
    """Title of the issue."""
    body: str
    """Markdown below the MIF block."""
    labels: NotRequired[list[str]]
    assignees: NotRequired[list[str]]
    milestoneNumber: NotRequired[int]
    issueType: NotRequired[str]
    mif: Mif
    """Identity of a planning item (MIF level 1)."""


class CreateIssueResult(TypedDict):
    number: int
    nodeId: str
    url: str
    body: str


UpdateIssueArgsState: TypeAlias = Literal["open", "closed"]


class UpdateIssueArgs(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""
    number: int
    """Number of the issue, not its node id."""
    title: NotRequired[str]
    body: NotRequired[str]
    state: NotRequired[UpdateIssueArgsState]
    issueType: NotRequired[str]


class UpdateIssueResult(TypedDict):
    number: int
    url: str


class AddSubIssueArgs(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""
    parentNumber: int
    """Number of the parent."""
    childNumber: int
    """Number of the child."""
    childOwner: str
    """Login of the account that owns the repository."""
    childRepo: str
    """Name of the repository, without its owner."""
    replaceParent: bool
    """Whether a child of another parent is moved."""


class AddSubIssueResult(TypedDict):
    parentNodeId: str
    childNodeId: str
    replacedParent: bool


class ListSubIssuesArgs(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""
    parentNumber: int
    """Number of the parent."""


class ListSubIssuesResultItemsItem(TypedDict):
    number: int
    nodeId: str
    title: str
    state: str


class ListSubIssuesResult(TypedDict):
    total: int
    completed: int
    percentCompleted: int | float
    items: list[ListSubIssuesResultItemsItem]


class AddItemToProjectArgs(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""
    issueNumber: int
    """Number of the issue, not its node id."""
    projectOwnerLogin: str
    """Login of the account that owns the board."""
    projectNumber: int
    """Number of the board."""
    projectOwnerType: OwnerType
    """Kind of account that owns the board."""


class AddItemToProjectResult(TypedDict):
    itemId: str
    existed: bool


class SetFieldValueArgsValueText(TypedDict):
    kind: Literal["text"]
    text: str


class SetFieldValueArgsValueNumber(TypedDict):
    kind: Literal["number"]
    number: int | float


class SetFieldValueArgsValueDate(TypedDict):
    kind: Literal["date"]
    date: str


class SetFieldValueArgsValueSingleSelect(TypedDict):
    kind: Literal["singleSelect"]
    optionId: str


class SetFieldValueArgsValueIteration(TypedDict):
    kind: Literal["iteration"]
    iterationId: str


SetFieldValueArgsValue: TypeAlias = (
    SetFieldValueArgsValueText
    | SetFieldValueArgsValueNumber
    | SetFieldValueArgsValueDate
    | SetFieldValueArgsValueSingleSelect
    | SetFieldValueArgsValueIteration
)


class SetFieldValueArgs(TypedDict):
    projectOwnerLogin: str
    """Login of the account that owns the board."""
    projectNumber: int
    """Number of the board."""
    projectOwnerType: OwnerType
    """Kind of account that owns the board."""
    itemId: str
    """Node id of the item, from add_item_to_project or get_project_items."""
    fieldId: str
    """Node id of the field."""
    value: SetFieldValueArgsValue
    """The new value; kind says which."""


class SetFieldValueResult(TypedDict):
    itemId: str


class GetProjectItemsArgs(TypedDict):
    projectOwnerLogin: str
    """Login of the account that owns the board."""
    projectNumber: int
    """Number of the board."""
    projectOwnerType: OwnerType
    """Kind of account that owns the board."""


class GetProjectItemsResult(TypedDict):
    items: list[Item]


CreateMilestoneArgsState: TypeAlias = Literal["open", "closed"]


class CreateMilestoneArgs(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""
    title: str
    """Title of the milestone."""
    description: NotRequired[str]
    dueOn: NotRequired[str]
    state: NotRequired[CreateMilestoneArgsState]


CreateMilestoneResult: TypeAlias = Milestone


ListMilestonesArgsState: TypeAlias = Literal["open", "closed", "all"]


class ListMilestonesArgs(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""
    state: ListMilestonesArgsState
    """Which ones."""


ListMilestonesResult: TypeAlias = list[Milestone]


class AssignMilestoneArgs(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""
    issueNumber: int
    """Number of the issue, not its node id."""
    milestoneNumber: int | None
    """Number of the milestone; null takes the issue out."""


class AssignMilestoneResult(TypedDict):
    issueNumber: int
    milestoneNumber: int | None


class CreateDiscussionArgs(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""
    categoryName: str
    """Name of the category."""
    title: str
    """Title of the discussion."""
    body: str
    """Text, in Markdown."""


class CreateDiscussionResult(TypedDict):
    id: str
    number: int
    title: str
    url: str


class ListDiscussionsArgs(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""


class ListDiscussionsResultItem(TypedDict):
    id: str
    number: int
    title: str
    url: str
    category: str


ListDiscussionsResult: TypeAlias = list[ListDiscussionsResultItem]


class FormatMifIssueBodyArgs(TypedDict):
    meta: Mif
    """Identity of a planning item (MIF level 1)."""
    body: str
    """Markdown below the block."""


FormatMifIssueBodyResult: TypeAlias = str


class ParseMifIssueBodyArgs(TypedDict):
    raw: str
    """The body of an issue."""


class ParseMifIssueBodyResultMeta(TypedDict):
    id: str
    type: str
    namespace: str


class ParseMifIssueBodyResult(TypedDict):
    meta: ParseMifIssueBodyResultMeta | None
    body: str


class GetSessionContextArgs(TypedDict):
    owner: str
    """Login of the account that owns the repository."""
    repo: str
    """Name of the repository, without its owner."""
    projectOwnerLogin: NotRequired[str]
    """Login of the account that owns the board."""
    projectNumber: NotRequired[int]
    """Number of the board."""
    projectOwnerType: OwnerType
    """Kind of account that owns the board."""


class GetSessionContextResultProjectBoard(TypedDict):
    items: list[Item]


class GetSessionContextResult(TypedDict):
    openMilestones: list[Milestone]
    projectBoard: GetSessionContextResultProjectBoard | None


class GetAgentCapabilitiesArgs(TypedDict):
    pass


class GetAgentCapabilitiesResult(TypedDict):
    tools: list[str]
    mifConformance: Literal["L1"]
    hooksSupported: Literal[False]
