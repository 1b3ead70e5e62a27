"""What makes generated code a package: metadata, image, registry entry, README."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import contracts as make
import pactwright
import pytest
from markdown_pages import HOSTILE, MARKDOWN, tables
from pactwright.emit.packaging import import_name, packaging_files
from pactwright.emit.render import LINE_LENGTH, templates_folder
from pactwright.model.contract import Contract
from pactwright.model.expression import Literal
from pactwright.model.schema import ArraySchema, BooleanSchema, NumberSchema, Schema, StringSchema
from pactwright.model.server import Authorization, ConfigFiles, Http, Layer, Setting
from pactwright.values import JsonValue

URL = "https://orders.example.com/mcp"


def files(contract: Contract) -> dict[str, str]:
    """Return what the emitter writes, by path."""
    return {file.path: file.text for file in packaging_files(contract)}


def served(contract: Contract, *transports: str, scopes: tuple[str, ...] | None = None) -> Contract:
    """Return the contract with other transports and, with `scopes`, authorization."""
    authorization = None
    if scopes is not None:
        authorization = Authorization(issuer="https://login.example.com", audience=URL, scopes=scopes)
    server = replace(contract.server, transports=transports, http=Http(url=URL, authorization=authorization))
    return replace(contract, server=server)


def summarised(text: str) -> Contract:
    """Return a contract with `text` wherever packaging takes an author's words."""
    contract = make.contract()
    setting = replace(make.setting("token", "TOKEN", optional=text), schema=make.string(text))
    server = replace(contract.server, title=text, summary=text, does_not=(text,))
    return replace(contract, server=server, config=(setting,), modes=(make.mode("read_only", says=text),))


@pytest.mark.parametrize("text", [*HOSTILE, 'end"""', "\\u0041", "a = 1\n[project]\nname = 'x'"])
def test_pyproject_holds_the_exact_values(text: str) -> None:
    read = tomllib.loads(files(summarised(text))["pyproject.toml"])
    assert read["project"]["description"] == text
    assert read["project"]["name"] == "orders-mcp"
    assert read["project"]["version"] == "1.2.3"
    assert read.keys() == tomllib.loads(files(make.contract())["pyproject.toml"]).keys()


def test_pyproject_names_script_package_and_tools() -> None:
    read = tomllib.loads(files(make.contract())["pyproject.toml"])
    assert read["project"]["scripts"] == {"orders-mcp": "orders_mcp.server:main"}
    assert read["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["src/orders_mcp"]
    assert read["tool"]["mypy"]["strict"] is True
    assert read["tool"]["ruff"]["line-length"] == LINE_LENGTH
    assert "src/orders_mcp/py.typed" in files(make.contract())


# Modules whose distribution is called otherwise; `mcp_types` is pinned by `mcp` to its own version.
DISTRIBUTIONS = {
    "jwt": "PyJWT",
    "jsonschema_rs": "jsonschema-rs",
    "mcp_types": "mcp",
    "opentelemetry": "opentelemetry-api",
    "yaml": "PyYAML",
}

ROOT = Path(__file__).parent.parent
# What runs only where a contract makes requests, keeps state or reads configuration files.
FOR_SOME = {"httpx2", "cryptography", "redis", "PyYAML"}
PACKAGE = Path(pactwright.__file__).parent
TEMPLATES = templates_folder() / "package"


def required(contract: Contract) -> tuple[dict[str, str], dict[str, str]]:
    """Return what the package needs, and what its tests need beside that, by distribution."""
    read = tomllib.loads(files(contract)["pyproject.toml"])["project"]
    return by_name(read["dependencies"]), by_name(read["optional-dependencies"]["test"])


def by_name(requirements: list[str]) -> dict[str, str]:
    return {re.split(r"[\[<>=]", item)[0]: item for item in requirements}


def imported(*folders: Path) -> set[str]:
    """Return the distributions that the modules in some folders import, apart from Python's own."""
    names: set[str] = set()
    for path in (found for folder in folders for found in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=aliases):
                    names.update(alias.name.split(".")[0] for alias in aliases)
                case ast.ImportFrom(module=str() as module, level=0):
                    names.add(module.split(".")[0])
                case _:
                    pass
    return {DISTRIBUTIONS.get(name, name) for name in names - sys.stdlib_module_names}


def test_every_dependency_has_both_bounds() -> None:
    runtime, tests = required(served(make.contract(), "stdio", "streamable-http", scopes=()))
    for requirement in (*runtime.values(), *tests.values()):
        assert re.fullmatch(r"[A-Za-z0-9_-]+(\[[a-z]+\])?>=[0-9.]+,<[0-9]+", requirement), requirement


def test_dependencies_are_what_is_imported() -> None:
    runtime, tests = required(served(make.contract(), "stdio", "streamable-http", scopes=()))
    assert runtime.keys() | FOR_SOME == imported(PACKAGE / "runtime")
    assert imported(PACKAGE / "conformance", TEMPLATES / "tests") - {"conformance"} <= runtime.keys() | tests.keys()


def test_dependencies_follow_from_what_is_asked_and_kept() -> None:
    project = tomllib.loads((ROOT / "generated/github_issues/pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = {re.split("[<>=]", item)[0] for item in project["dependencies"]}
    assert {"httpx2", "cryptography"} <= listed
    assert "redis" not in listed
    assert [re.split("[<>=]", item)[0] for item in project["optional-dependencies"]["redis"]] == ["redis"]


def test_dependencies_follow_from_what_is_served() -> None:
    plain, _ = required(served(make.contract(), "stdio"))
    web, _ = required(served(make.contract(), "stdio", "streamable-http"))
    guarded, _ = required(served(make.contract(), "streamable-http", scopes=("orders:read",)))
    assert {"mcp", "jsonschema-rs"} <= plain.keys()
    assert web.keys() - plain.keys() == {"uvicorn"}
    assert guarded.keys() - web.keys() == {"PyJWT"}


def layered(path: str) -> Contract:
    layer = Layer(path=Literal(path), ancestors=True, span=make.SPAN)
    files = ConfigFiles(layers=(layer,), merge="section", unreadable="ignore", read="call", span=make.SPAN)
    return replace(make.contract(), config_files=files)


def test_only_who_reads_files_needs_a_library_for_them() -> None:
    assert "PyYAML" not in required(make.contract())[0]
    assert required(layered("orders.yml"))[0].keys() - required(make.contract())[0].keys() == {"PyYAML"}


@pytest.mark.parametrize("path", HOSTILE)
def test_the_readme_says_where_files_are_looked_for(path: str) -> None:
    page = MARKDOWN.parse(files(layered(path))["README.md"])
    headings = [page[at + 1].content for at, token in enumerate(page) if token.type == "heading_open"]
    plain = MARKDOWN.parse(files(layered("orders.yml"))["README.md"])
    assert headings == [plain[at + 1].content for at, token in enumerate(plain) if token.type == "heading_open"]
    assert "Configuration files" in headings


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("github-issues-mcp", "github_issues_mcp"),
        ("Orders.MCP", "orders_mcp"),
        ("9lives", "_9lives"),
        ("class", "class_"),
    ],
)
def test_import_name_is_the_servers_name_in_python(name: str, expected: str) -> None:
    assert import_name(replace(make.contract(), server=make.server(name))) == expected


def entry(contract: Contract) -> dict[str, JsonValue]:
    """Return the registry entry."""
    read = json.loads(files(contract)["server.json"])
    assert isinstance(read, dict)
    return read


@pytest.mark.parametrize("text", HOSTILE)
def test_registry_entry_keeps_to_the_schema(text: str) -> None:
    """Bounds of the registry's schema of 2025-12-11, ServerDetail."""
    read = entry(summarised(text))
    assert read["$schema"] == "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
    assert {"name", "description", "version"} <= read.keys()
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", str(read["name"]))
    assert 1 <= len(str(read["description"])) <= 100
    assert 1 <= len(str(read["title"])) <= 100


def test_registry_name_has_the_namespace_once() -> None:
    contract = make.contract()
    assert entry(contract)["name"] == "com.example/orders-mcp"
    other = replace(contract, server=replace(contract.server, namespace="com.example.shop"))
    assert entry(other)["name"] == "com.example.shop/orders-mcp"


def test_a_long_summary_is_cut_at_a_word() -> None:
    contract = make.contract()
    summary = "Finds, reads and changes orders, " * 5
    short = str(entry(replace(contract, server=replace(contract.server, summary=summary)))["description"])
    assert len(short) <= 100
    assert summary.startswith(short.removesuffix("…") + " ")


def test_registry_entry_tells_how_to_start_and_where_it_is() -> None:
    read = entry(served(make.contract(), "stdio", "streamable-http"))
    assert read["packages"] == [
        {
            "registryType": "pypi",
            "identifier": "orders-mcp",
            "version": "1.2.3",
            "runtimeHint": "uvx",
            "transport": {"type": "stdio"},
        }
    ]
    assert read["remotes"] == [{"type": "streamable-http", "url": URL}]
    assert "remotes" not in entry(served(make.contract(), "stdio"))


def test_a_server_without_stdio_is_started_over_http() -> None:
    packages = entry(served(make.contract(), "streamable-http"))["packages"]
    assert isinstance(packages, list)
    assert isinstance(packages[0], dict)
    assert packages[0]["transport"] == {"type": "streamable-http", "url": "http://127.0.0.1:8000/mcp"}
    assert packages[0]["packageArguments"] == [{"type": "named", "name": "--http", "value": "127.0.0.1:8000"}]


def configured(env: str, schema: Schema, default: JsonValue) -> Setting:
    """Return a setting with a default."""
    return replace(make.setting(env.lower(), env), schema=schema, default=default, has_default=True)


def test_registry_entry_lists_the_environment() -> None:
    settings = (
        make.setting("token", "TOKEN", secret=True),
        make.setting("region", "REGION", optional="all regions are searched"),
        configured("URL", StringSchema(span=make.SPAN, format="uri", description="Where to ask."), "https://x.example"),
        configured("FAST", BooleanSchema(span=make.SPAN), False),
        configured("SIZE", NumberSchema(span=make.SPAN, integer=True), 5),
        configured("NAMES", ArraySchema(span=make.SPAN, items=make.string()), ["a", "b"]),
        configured("LEVEL", StringSchema(span=make.SPAN, enum=("low", "high")), "low"),
        replace(make.setting("asked", "ASKED"), env=None, command=("ask",)),
    )
    packages = entry(replace(make.contract(), config=settings))["packages"]
    assert isinstance(packages, list)
    assert isinstance(packages[0], dict)
    assert packages[0]["environmentVariables"] == [
        {"name": "TOKEN", "isRequired": True, "isSecret": True, "format": "string"},
        {
            "name": "REGION",
            "description": "Without it: all regions are searched.",
            "isRequired": False,
            "isSecret": False,
            "format": "string",
        },
        {
            "name": "URL",
            "description": "Where to ask.",
            "isRequired": False,
            "isSecret": False,
            "format": "string",
            "default": "https://x.example",
        },
        {"name": "FAST", "isRequired": False, "isSecret": False, "format": "boolean", "default": "false"},
        {"name": "SIZE", "isRequired": False, "isSecret": False, "format": "number", "default": "5"},
        {"name": "NAMES", "isRequired": False, "isSecret": False, "format": "string", "default": "a,b"},
        {
            "name": "LEVEL",
            "isRequired": False,
            "isSecret": False,
            "format": "string",
            "default": "low",
            "choices": ["low", "high"],
        },
    ]


def instructions(contract: Contract) -> list[tuple[str, str]]:
    """Return the instructions of the image and what they are given."""
    lines = [line for line in files(contract)["Dockerfile"].splitlines() if line and not line.startswith("#")]
    found = [line.partition(" ") for line in lines]
    assert all(re.fullmatch("[A-Z]+", keyword) for keyword, _, _ in found)
    return [(keyword, rest) for keyword, _, rest in found]


def test_image_runs_the_server_unprivileged_and_healthy() -> None:
    found = instructions(make.contract())
    named = dict(found)
    assert json.loads(named["ENTRYPOINT"]) == ["orders-mcp"]
    assert json.loads(named["CMD"]) == ["--http", "0.0.0.0:8000"]
    assert named["EXPOSE"] == "8000"
    assert named["USER"] not in ("root", "0")
    assert "/healthz" in json.loads(named["HEALTHCHECK"].partition("CMD ")[2])[2]
    order = [keyword for keyword, _ in found]
    assert order.index("USER") < order.index("ENTRYPOINT")
    assert all("/" not in rest.split()[0] for keyword, rest in found if keyword == "FROM")


def test_image_of_a_stdio_server_listens_nowhere() -> None:
    named = dict(instructions(served(make.contract(), "stdio")))
    assert json.loads(named["CMD"]) == []
    assert not named.keys() & {"EXPOSE", "HEALTHCHECK"}


def test_a_contract_path_stays_in_its_comment() -> None:
    path = "specs/a\nRUN evil\r<!--x-->/contract.yaml"
    found = files(replace(make.contract(), path=path))
    assert not [line for line in found["Dockerfile"].splitlines() if line.startswith("RUN evil")]
    assert tomllib.loads(found["pyproject.toml"])["project"]["name"] == "orders-mcp"
    raw = [token.content for token in MARKDOWN.parse(found["README.md"]) if token.type == "html_block"]
    assert "".join(raw).count("-->") == 3


def readme(contract: Contract) -> str:
    """Return the README."""
    return files(contract)["README.md"]


def test_readme_bears_the_registry_name() -> None:
    """The registry finds who owns a package by this line (package types, PyPI)."""
    assert "<!-- mcp-name: com.example/orders-mcp -->" in readme(make.contract())


def test_readme_starts_the_server_as_it_can_be_started() -> None:
    both, pipes = readme(make.contract()), readme(served(make.contract(), "stdio"))
    assert "orders-mcp --http 127.0.0.1:8000" in both
    assert "orders-mcp --mock" in pipes
    assert "--http" not in pipes


def test_readme_shows_a_client_what_to_fill_in() -> None:
    contract = make.contract()
    server = replace(contract.server, state_keys=make.expression("config.keys"))
    settings = (
        make.setting("token", "TOKEN", secret=True, optional="nothing works"),
        make.setting("keys", "KEYS", secret=True, optional="a random one"),
        make.setting("region", "REGION"),
        make.setting("other", "OTHER", optional="none"),
    )
    page = readme(replace(contract, server=server, config=settings))
    (shown,) = [json.loads(token.content) for token in MARKDOWN.parse(page) if token.info == "json"]
    assert shown == {
        "mcpServers": {
            "orders-mcp": {"command": "orders-mcp", "args": [], "env": {"TOKEN": "<token>", "REGION": "<region>"}}
        }
    }


def test_readme_lists_settings_with_their_sources() -> None:
    settings = (
        make.setting("api_token", "TOKEN", secret=True, optional="every call is refused"),
        configured("REGION", make.string("Where to look."), "eu"),
        make.setting("mock", "MOCK"),
        make.setting("read_only", "READ_ONLY"),
    )
    page = readme(replace(make.contract(), config=settings, modes=(make.mode("read_only"),)))
    found = {table[0][0]: table[1:] for table in tables(page)}
    assert found["Setting"] == [
        ["api_token", "TOKEN", "string, secret", "every call is refused", ""],
        ["region", "--region, else REGION", "string", '"eu" applies', "Where to look."],
        ["mock", "MOCK", "string", "the server does not start", ""],
        ["read_only", "READ_ONLY", "string", "the server does not start", ""],
    ]
    assert found["Flag"] == [["--read-only", "Only tools that read are served."]]
    assert found["Tool"] == [["get_order", "Title of get_order", "What get_order does."]]
