"""A credential and an address in a configuration file: each call uses what is there, and nothing shows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from answering import Service, answer, service
from desks import Desk, asking, written

CONTRACT = """
pactwright: "1"
server:
  name: shelf-mcp
  title: Shelf
  version: "1.0.0"
  namespace: com.example.shelf
  summary: Counts books.
  does: [count books]
  does_not: [lend books]
  revisions: ["2026-07-28"]
  transports: [stdio]
config:
  token: {file: shelf.token, secret: true, type: string, optional: every call answers missing_credential}
  shelf_url: {file: shelf.url, type: string, format: uri, default: "http://127.0.0.1:9"}
  reader: {file: shelf.reader, type: string, coerce: true, default: nobody}
config_files:
  layers: [{ancestors: .config/planner/config.yml}]
  unreadable: fail
  read: call
errors:
  invalid_field: {temporary: false, common: true, message: An argument is not valid.}
  internal: {temporary: true, common: true, message: The server failed.}
  missing_credential: {temporary: false, common: true, message: No token is configured.}
  invalid_credential: {temporary: false, common: true, message: The token is refused.}
  upstream_unavailable: {temporary: true, common: true, message: The shelf does not answer.}
  upstream_refused: {temporary: false, common: true, message: The shelf refuses.}
conditions: {upstream_refused: upstream_refused}
upstreams:
  shelf:
    title: the shelf
    base_url: ${config.shelf_url}
    auth: {bearer: "${config.token}"}
    headers: {X-Reader: "${config.reader}"}
    operations:
      count: {request: GET /count, response: {count: {type: integer}}}
tools:
  count:
    title: Count
    description: Count the books.
    when_to_use: whenever it matters.
    output: {count: {type: integer}, reader: {type: string}}
    steps: [{call: count, as: counted}]
    result: {count: "${counted.count}", reader: "${config.reader}"}
    examples: [{title: Some, arguments: {}, result: {count: 3, reader: nobody}}]
"""


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of the contract."""
    folder = tmp_path_factory.mktemp("shelf")
    (folder / "contract.yaml").write_text(CONTRACT, encoding="utf-8")
    return written(folder, folder / "contract.yaml")


def filed(desk: Desk, served: Service, token: str, reader: object) -> None:
    desk.write(json.dumps({"shelf": {"token": token, "url": served.url, "reader": reader}}))


def test_each_call_asks_with_what_the_file_holds(shelf: Path, desk: Desk) -> None:
    desk.module = "shelf_mcp"
    with service(lambda _: answer(200, {"count": 1})) as one, service(lambda _: answer(200, {"count": 2})) as two:
        with desk.server(shelf, "--log-level", "debug") as server:
            ask = asking(server)
            assert ask("count") == "missing_credential"
            filed(desk, one, "first-credential", "ada")
            assert ask("count") == {"count": 1, "reader": "ada"}
            filed(desk, one, "second-credential", 7)
            assert ask("count") == {"count": 1, "reader": "7"}
            filed(desk, two, "third-credential", "eve")
            assert ask("count") == {"count": 2, "reader": "eve"}
            filed(desk, one, "fourth-credential", {"not": "text"})
            assert ask("count") == "internal"
            assert server.event("configuration")["problem"].startswith("Setting reader (shelf.reader in ")
            assert "credential" not in "".join(server.log).replace("missing_credential", "")
        told = [(item.headers["authorization"], item.headers["x-reader"]) for item in (*one.asked, *two.asked)]
    assert told == [
        ("Bearer first-credential", "ada"),
        ("Bearer second-credential", "7"),
        ("Bearer third-credential", "eve"),
    ]
