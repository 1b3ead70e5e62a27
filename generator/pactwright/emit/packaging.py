"""What makes a folder of Python a package: `pyproject.toml`, `Dockerfile`, `server.json` and `py.typed`.

Every text of the author is a quoted string in them, so none can become a key, an instruction or a path.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from pactwright.emit.notice import hash_notice
from pactwright.emit.output import OutputFile
from pactwright.emit.readme import readme
from pactwright.emit.registry import registry_entry
from pactwright.emit.render import LINE_LENGTH, render
from pactwright.json_text import json_text
from pactwright.model.contract import Contract
from pactwright.model.upstreams import GithubAppAuth
from pactwright.names import package_name
from pactwright.records import dataclass

HTTP_PORT = 8000

# What the runtime imports. Upper bounds: the next major version of each may change what it promises.
_RUNTIME = (
    "anyio>=4.10,<5",
    "jsonschema-rs>=0.61,<1",
    "mcp>=2.3,<3",
    "opentelemetry-api>=1.28,<2",
    "pydantic>=2.12,<3",
)
_REQUESTS = ("httpx2>=2.16,<3",)
_STATE = ("cryptography>=48,<52",)
_REDIS = ("redis>=8,<9",)
_HTTP = ("uvicorn>=0.34,<1",)
_FILES = ("PyYAML>=6.0.2,<7",)
_TOKENS = ("PyJWT[crypto]>=2.10,<3",)
_TESTS = ("cryptography>=48,<52", "httpx2>=2.16,<3", "jsonschema>=4.26,<5", "PyJWT[crypto]>=2.10,<3", "pytest>=9,<10")


@dataclass(frozen=True, slots=True)
class PyprojectView:
    """`pyproject.toml`; every attribute is a finished TOML value."""

    notice: str
    name: str
    version: str
    description: str
    script: str
    package: str
    dependencies: tuple[str, ...]
    redis: tuple[str, ...]
    tests: tuple[str, ...]
    line_length: int


@dataclass(frozen=True, slots=True)
class DockerView:
    """`Dockerfile`; the instructions are in exec form, as finished JSON lists."""

    notice: str
    entrypoint: str
    port: int
    command: str
    health: str


def packaging_files(contract: Contract) -> Iterable[OutputFile]:
    """Yield the files beside the Python modules."""
    yield OutputFile("pyproject.toml", render("package/pyproject.toml.jinja", view=_pyproject(contract)))
    yield readme(contract)
    yield OutputFile("Dockerfile", render("package/Dockerfile.jinja", view=_docker(contract)))
    yield OutputFile("server.json", json_text(registry_entry(contract)) + "\n")
    yield OutputFile(f"src/{import_name(contract)}/py.typed", "")


def import_name(contract: Contract) -> str:
    """Return the name under which the generated package is imported."""
    return package_name(contract.server.name)


def serves_http(contract: Contract) -> bool:
    """Whether the server has the HTTP transport."""
    return "streamable-http" in contract.server.transports


def keeps_records(contract: Contract) -> bool:
    """Whether the server keeps records of idempotency keys."""
    return any(tool.idempotency is not None for tool in contract.tools)


def _pyproject(contract: Contract) -> PyprojectView:
    server = contract.server
    package = import_name(contract)
    return PyprojectView(
        notice=hash_notice(contract),
        name=toml_string(server.name),
        version=toml_string(server.version),
        description=toml_string(server.summary),
        script=f"{toml_string(server.name)} = {toml_string(f'{package}.server:main')}",
        package=toml_string(f"src/{package}"),
        dependencies=tuple(map(toml_string, sorted(_dependencies(contract), key=str.lower))),
        redis=tuple(map(toml_string, _REDIS)) if keeps_records(contract) else (),
        tests=tuple(map(toml_string, _TESTS)),
        line_length=LINE_LENGTH,
    )


def _dependencies(contract: Contract) -> Iterator[str]:
    yield from _RUNTIME
    if any(upstream.operations for upstream in contract.upstreams):
        yield from _REQUESTS
    if contract.pagination or contract.versions or keeps_records(contract):
        yield from _STATE
    if contract.config_files is not None:
        yield from _FILES
    if serves_http(contract):
        yield from _HTTP
    authorized = contract.server.http is not None and contract.server.http.authorization is not None
    if authorized or any(isinstance(upstream.auth, GithubAppAuth) for upstream in contract.upstreams):
        yield from _TOKENS


def toml_string(text: str) -> str:
    """Return `text` as a basic string of TOML, which is JSON's but for U+007F and surrogate pairs."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _docker(contract: Contract) -> DockerView:
    http = serves_http(contract)
    probe = f"import urllib.request; urllib.request.urlopen('http://127.0.0.1:{HTTP_PORT}/healthz', timeout=3)"
    return DockerView(
        notice=hash_notice(contract),
        entrypoint=json.dumps([contract.server.name]),
        port=HTTP_PORT if http else 0,
        command=json.dumps(["--http", f"0.0.0.0:{HTTP_PORT}"] if http else []),
        health=json.dumps(["python", "-c", probe]),
    )
