"""Settings of the server, and what is made of them before a call runs: fills and guards.

A setting is taken from its command-line flag, else its environment variable, else its command, else the nearest
configuration file, else its default. All are checked when the server starts.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field, Tag

from pactwright.spec.base import Spec
from pactwright.spec.scalars import (
    MISSING,
    NAME,
    Code,
    Expression,
    Filled,
    MaybeJson,
    Name,
    Template,
    Text,
    by_kind,
)
from pactwright.spec.schemas import PropertyMap, SchemaKeywords, SchemaSpec


class ConfigSpec(SchemaKeywords):
    """A setting: where its value comes from, and its schema. Without a type it is a text.

    ```yaml
    config:
      github_token:
        env: GITHUB_TOKEN
        command: [gh, auth, token]
        secret: true
        optional: every call answers missing_credential
      github_url: {env: GITHUB_API_URL, type: string, format: uri, default: "https://api.github.com"}
    ```
    """

    at_most_one: ClassVar[tuple[tuple[str, ...], ...]] = (("optional", "default"),)
    not_here: ClassVar[Mapping[str, str]] = {
        **SchemaKeywords.not_here,
        "required": "settings are required; say with `optional:` or `default:` what happens without the value",
    }

    # Named again because inherited annotations are resolved with the names of this module.
    properties: dict[Text, SchemaSpec] | None = Field(
        None, description="The properties of a setting that is an object."
    )
    variants: dict[Text, PropertyMap] | None = Field(None, description="The branches of a setting that is a `union`.")
    env: Annotated[str, Field(pattern=NAME)] | None = Field(
        None, description="The environment variable. Lists are separated by commas.", examples=["GITHUB_TOKEN"]
    )
    command: Filled[Text] | None = Field(
        None, description="A command that prints the value, as a list of words.", examples=[["gh", "auth", "token"]]
    )
    file: Annotated[str, Field(pattern=r"^[^.\s]+(\.[^.\s]+)*$")] | None = Field(
        None,
        description="The section of the configuration files that holds the value, or the keys that lead to it from "
        "there, separated by dots.",
        examples=["board", "targeting.allow_repos"],
    )
    secret: bool = Field(
        False,
        description="Whether the value must never be shown. Secrets can be used in `auth` and `headers` of an upstream "
        "and in `server.state`.",
    )
    coerce: bool = Field(
        False,
        description="Whether a value of another type is turned into the declared one where that loses nothing, "
        'anywhere in the value: `"7"` into 7, 7 into `"7"`. An entry of a list of texts that is no text becomes its '
        "JSON, so that a malformed list of what is allowed allows nothing by it.",
    )
    on_invalid: Literal["fail", "absent"] = Field(
        "fail",
        description="What a value that breaks the schema means: the server does not start (a call that reads the files "
        "anew ends in `internal`), or there is no value.",
    )
    optional: Text | None = Field(None, description="What happens when there is no value.")
    default: MaybeJson = Field(MISSING, description="The value when there is no other.")


class AncestorsSpec(Spec):
    """A file that is looked for in the working directory and every folder above it; the deepest is the nearest."""

    ancestors: Text = Field(description="The path below each of the folders.", examples=[".config/planner/config.yml"])


Layer = Annotated[
    Annotated[Text, Tag("path")] | Annotated[AncestorsSpec, Tag("ancestors")], by_kind(text="path", mapping="ancestors")
]


class ConfigFilesSpec(Spec):
    """Configuration files that settings with `file` read: YAML 1.2, each a mapping of sections.

    A file that is missing is never an error. `env` holds the environment; a variable that is empty is absent there.
    `~/` is the home folder, and a relative path is below the working directory. Files larger than 256 KiB, tags, keys
    that stand twice and more than one document cannot be read. With `read: call` a call keeps what the files held when
    it began; replace a file by renaming, so that no call sees half of it. `--mock` reads none.

    ```yaml
    config_files:
      layers:
        - ${coalesce(env.XDG_CONFIG_HOME, '~/.config')}/planner/config.yml
        - {ancestors: .config/planner/config.yml}
      merge: section
      unreadable: ignore
      read: start
    ```
    """

    layers: Filled[Layer] = Field(
        description="The files, farthest first; a nearer one wins. Paths may use `env`; an empty path is no file."
    )
    merge: Literal["section"] = Field("section", description="What a nearer file replaces: whole top-level sections.")
    unreadable: Literal["ignore", "fail"] = Field(
        description="What a file means that is there and cannot be read: as if it were empty, which is logged, or the "
        "server does not start (a call that reads the files anew ends in `internal`)."
    )
    read: Literal["start", "call"] = Field(
        description="When the files are read: once at the start, or by each call again where they have changed. "
        "`server.state` keeps the settings of the start."
    )


class FillSpec(Spec):
    """Arguments that are filled together or not at all: none is taken from a caller who gives only some of them.

    ```yaml
    fills:
      destination:
        arguments: {owner: "${config.destination.owner}", repo: "${config.destination.repo}"}
        code: missing_destination
    ```
    """

    arguments: dict[Text, Expression] = Field(
        min_length=1, description="The value of each argument, used when none of them is given."
    )
    code: Code = Field(
        description="The error of a tool that requires the fill, when only some are given, or none and nothing can be "
        "filled in."
    )


class GuardSpec(Spec):
    """A named refusal that tools list; it is judged after the arguments and before any request.

    ```yaml
    guards:
      targeting:
        if: ${!(args.owner in config.allowed_owners)}
        code: owner_not_allowed
        with: {owner: "${args.owner}"}
    ```
    """

    if_: Expression = Field(alias="if", description="The condition under which the call is refused.")
    code: Code = Field(description="The error it is refused with.")
    with_: dict[Name, Template] | None = Field(None, alias="with", description="The data of the error, by parameter.")
