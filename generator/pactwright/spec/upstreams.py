"""The services behind the tools: where they are, how the server identifies itself, and how their limits show."""

from typing import Annotated, Literal

from pydantic import Field, Tag

from pactwright.spec.base import Spec
from pactwright.spec.fails import Fails
from pactwright.spec.operations import OperationSpec
from pactwright.spec.scalars import Code, Count, Duration, Expression, Filled, Name, OperationRef, Text, by_key

HttpStatus = Annotated[int, Field(ge=100, le=599)]


class BearerAuthSpec(Spec):
    """A token in the `Authorization` header."""

    bearer: Expression = Field(description="The token.", examples=["${config.github_token}"])


class HeaderAuthSpec(Spec):
    """A secret in a header."""

    header: Text = Field(description="The name of the header.", examples=["X-Api-Key"])
    value: Expression = Field(description="The secret.")


class GithubAppSpec(Spec):
    """A GitHub App, for which installation tokens are minted and renewed."""

    app_id: Expression = Field(description="The app's id.")
    private_key: Expression = Field(description="The app's private key, in PEM form.")
    installation_id: Expression | None = Field(
        None, description="The installation. Without it, the installation on the repository is looked up."
    )
    owner: Expression | None = Field(None, description="The owner of the repository whose installation is looked up.")
    repo: Expression | None = Field(None, description="The repository whose installation is looked up.")


class GithubAppAuthSpec(Spec):
    """Installation tokens of a GitHub App."""

    github_app: GithubAppSpec = Field(description="The app.")


Auth = Annotated[
    Annotated[BearerAuthSpec, Tag("bearer")]
    | Annotated[HeaderAuthSpec, Tag("header")]
    | Annotated[GithubAppAuthSpec, Tag("github_app")],
    by_key("bearer", "header", "github_app"),
]


class ScopesSpec(Spec):
    """What a token may do, looked up once per token before the first request that needs it."""

    probe: OperationRef = Field(description="The request whose answer tells the token's scopes.")
    header: Text = Field(description="The header of the answer that lists them.", examples=["x-oauth-scopes"])
    tokens: Text = Field(description="A regular expression: the tokens that have scopes; others are not looked up.")
    code: Code | None = Field(
        None, description="The error when one is missing. Without it: what `scope_missing` answers."
    )


class RateLimitSpec(Spec):
    """How a rate limit shows in an answer."""

    statuses: Filled[HttpStatus] = Field(description="The statuses that can be a rate limit.", examples=[[403, 429]])
    remaining: Text | None = Field(None, description="The header that says how many requests are left.")
    reset: Text | None = Field(
        None, description="The header that says when the limit is lifted, in seconds since 1970."
    )
    after: Text | None = Field(None, description="The header that says how long to wait.")
    default: Duration = Field(Duration.parse("60s"), description="How long to wait when no header says so.")
    retries: Count = Field(0, description="How often the server waits and tries again by itself.")


class PaceSpec(Spec):
    """How fast requests may follow each other."""

    writes: Duration = Field(description="The least time between two writes, over the whole process.")


class RetrySpec(Spec):
    """What is tried again without asking."""

    reads: Count = Field(0, description="How often a read that failed is tried again.")


class UpstreamSpec(Spec):
    """A service that operations talk to.

    ```yaml
    upstreams:
      github:
        title: GitHub
        base_url: ${config.github_url}
        headers: {accept: application/vnd.github+json}
        auth: {bearer: "${config.github_token}"}
        rate_limit: {statuses: [403, 429], remaining: x-ratelimit-remaining, after: retry-after}
        fails: {401: invalid_credential, 404: repo_not_found}
        operations:
          get_repo: {request: "GET /repos/{owner}/{repo}"}
    ```
    """

    title: Text = Field(description="The name by which errors call the service.")
    base_url: Text = Field(description="The address that all paths are below.", examples=["https://api.github.com"])
    headers: dict[Text, Text] | None = Field(None, description="Headers of every request.")
    only: Literal["read"] | None = Field(
        None, description="`read`: the contract may not declare a write on this service."
    )
    auth: Auth | None = Field(
        None,
        description="How the server identifies itself. Its failures happen before the request, so they are never "
        "unknown.",
    )
    scopes: ScopesSpec | None = Field(None, description="How to look up what a token may do.")
    rate_limit: RateLimitSpec | None = Field(None, description="How a rate limit shows.")
    pace: PaceSpec | None = Field(None, description="How fast requests may follow each other.")
    retry: RetrySpec | None = Field(None, description="What is tried again without asking.")
    fails: Fails = Field(default_factory=dict, description="What a failure of any operation becomes, by status.")
    operations: dict[Name, OperationSpec] = Field(description="The requests that steps and handlers may make, by name.")
