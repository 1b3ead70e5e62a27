"""Operations: the requests that steps and handlers may make, and what the contract relies on in their answers."""

from typing import Annotated, Literal

from pydantic import Field, Tag

from pactwright.spec.base import Spec
from pactwright.spec.fails import Fails
from pactwright.spec.scalars import (
    REQUEST,
    Expression,
    Name,
    Positive,
    Seq,
    Status,
    Template,
    Text,
    by_key,
    by_kind,
)
from pactwright.spec.schemas import PropertiesOrSchema, SchemaSpec


class PagesSpec(Spec):
    """How a list of the upstream continues.

    ```yaml
    # upstreams.github.operations.search_issues
    pages: {by: link, size: {per_page: 50}, rows: "${upstream.body.items}", total: "${upstream.body.total_count}"}
    ```
    """

    by: Literal["link", "page", "cursor", "graphql"] = Field(
        description="`link`: the Link header. `page`: counted pages, asked for by the parameter `page`. `cursor`: a "
        "token in the answer, sent back as the parameter `cursor`. `graphql`: `pageInfo`, sent back as `after`."
    )
    size: dict[Text, Positive] | None = Field(
        None, min_length=1, max_length=1, description="The parameter that sets the page size, and the size to ask for."
    )
    next: Expression | None = Field(None, description="Where the answer names the next page, with `by: cursor`.")
    rows: Expression | None = Field(None, description="Where the answer holds the rows. Without it: the body itself.")
    total: Expression | None = Field(None, description="Where the answer tells how many rows there are in all.")
    cut: Expression | None = Field(
        None, description="Where the answer tells that rows are missing from it: what is read then counts as truncated."
    )


class ClassSpec(Spec):
    """The class of a request, when it is lower than what its method or document suggests."""

    read: Text = Field(description="Why the request only reads.", examples=["a search that is sent as POST"])


class OperationCommon(Spec):
    """What requests of both kinds have."""

    params: dict[Name, SchemaSpec] | None = Field(
        None,
        description="The parameters. Names that are used but not listed take the type of the same name. They are "
        "filled from `with`, else from the tool's argument of the same name.",
    )
    headers: dict[Text, Text] | None = Field(None, description="Headers of this request. Absent ones are left out.")
    response: PropertiesOrSchema | None = Field(
        None,
        description="What the contract relies on in the answer; more may be in it. An answer that breaks it is a "
        "failed read, or an unknown write.",
    )
    value: Expression = Field("${upstream.body}", description="The value that the operation has in steps and handlers.")
    answers: dict[Status, Template] | None = Field(
        None, description="Statuses that are answers rather than failures, and the operation's value for each."
    )
    pages: PagesSpec | None = Field(None, description="How the list continues, when it is one.")
    fails: Fails = Field(default_factory=dict, description="What a failure becomes, by status.")
    blames: dict[Text, Text] | None = Field(
        None,
        description="The names of fields in the service's own validation errors, and the arguments they stand for.",
    )
    needs: Seq[Text] = Field((), description="The permissions a token must have.", examples=[["issues:write"]])
    class_: ClassSpec | None = Field(
        None,
        alias="class",
        description="Lowers the class of the request, with the reason. GET, HEAD, and GraphQL documents that begin "
        "with `query` or `{`, after white space and comments, only read; everything else may write.",
    )


class RestOperationSpec(OperationCommon):
    """An HTTP request.

    ```yaml
    # upstreams.github.operations
    create_comment:
      request: POST /repos/{owner}/{repo}/issues/{issue_number}/comments
      body: {body: "${params.body}"}
      response: {id: {type: integer}, html_url: {type: string}}
      needs: ["issues:write"]
      fails: {404: {probe: get_repo, found: issue_not_found, missing: repo_not_found}}
    ```
    """

    request: Annotated[str, Field(pattern=REQUEST)] = Field(
        description="The method and the path. `{x}` is one encoded segment, `{+x}` keeps its slashes.",
        examples=["GET /repos/{owner}/{repo}/issues/{issue_number}"],
    )
    query: dict[Text, Template] | None = Field(None, description="The query. Absent values are left out.")
    body: Template = Field(None, description="The body, sent as JSON. Absent keys are left out, null is sent.")


class DocumentFileSpec(Spec):
    """A GraphQL document in a file beside the contract."""

    file: Text = Field(
        description="The path of the file, from the contract's folder.", examples=["queries/items.graphql"]
    )


GraphqlDocument = Annotated[
    Annotated[Text, Tag("document")] | Annotated[DocumentFileSpec, Tag("file")],
    by_kind(text="document", mapping="file"),
]


class GraphqlOperationSpec(OperationCommon):
    """A GraphQL request. Its variables are typed from the document.

    ```yaml
    # upstreams.github.operations
    resolve_thread:
      graphql: "mutation($id: ID!) { resolveReviewThread(input: {threadId: $id}) { thread { id } } }"
      variables: {id: "${params.thread_id}"}
      value: ${upstream.body.resolveReviewThread.thread}
    ```
    """

    graphql: GraphqlDocument = Field(description="The document, or the file that holds it.")
    variables: dict[Text, Template] | None = Field(
        None, description="The document's variables. Absent ones are left out, null is sent."
    )


OperationSpec = Annotated[
    Annotated[RestOperationSpec, Tag("request")] | Annotated[GraphqlOperationSpec, Tag("graphql")],
    by_key("request", "graphql"),
]
