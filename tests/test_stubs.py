"""`pactwright stub`: what it writes, where it writes it, and what it leaves alone."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from pactwright.diagnostics import Diagnostics
from pactwright.emit.imports import with_imports
from pactwright.emit.stubs import with_stubs
from pactwright.handler_facts import missing
from pactwright.pipeline import judged_contract

COMMAND = (sys.executable, "-m", "pactwright")

CONTRACT = """\
pactwright: "1"
server:
  name: notes-mcp
  title: Notes
  version: "1.0.0"
  namespace: com.example.notes-mcp
  summary: Reads notes.
  does: [read notes]
  does_not: [write notes]
  revisions: ["2025-11-25"]
  transports: [stdio]
errors:
  invalid_field: {temporary: false, common: true, message: An argument is not valid.}
  cursor_expired: {temporary: false, message: The cursor is too old.}
  not_found: {temporary: false, message: There is no such note.}
  upstream_unavailable: {temporary: true, common: true, message: The wiki does not answer.}
  upstream_refused: {temporary: false, common: true, message: The wiki refused the request.}
types:
  Page: {type: object, properties: {text: {type: string}}}
upstreams:
  wiki:
    title: Wiki
    base_url: https://wiki.example.com
    operations:
      get_page:
        request: GET /pages/{id}
        params: {id: {type: integer}}
        response: {text: {type: string}}
      list_pages:
        request: GET /pages
        response: {type: array, items: {type: object, properties: {text: {type: string}}, open: pages have more}}
        pages: {by: link, rows: "${upstream.body}"}
pagination:
  pages: {items: pages, page_size: 20, cursor: {ttl: 15m, binds: []}}
tools:
  get-note:
    title: Get note
    description: |
      Return one note: "as it is", with \\ and all.

      Nothing is cut off.
    when_to_use: reading a note.
    input: {id: {type: integer}}
    output: {text: {type: string}}
    handler: {uses: [wiki.get_page]}
    examples: [{title: The first, arguments: {id: 1}, result: {text: Milk}}]
  list_pages:
    title: List pages
    description: Return all pages.
    when_to_use: looking for a page.
    output: {pages: {type: array, items: {$ref: "#/types/Page"}}}
    pagination: pages
    errors: [cursor_expired]
    handler: {uses: [wiki.list_pages]}
    examples: [{title: One page, arguments: {}, result: {pages: [{text: Milk}], has_more: false}}]
resources:
  motto:
    uri: notes://motto
    title: Motto
    mime_type: application/json
    output: {kind: {enum: [short, "models.x"]}, words: {type: array, items: {type: string}}}
    handler: {uses: []}
    examples: [{title: Usual, arguments: {}, result: {kind: short, words: [less]}}]
"""

WHOLE = '''\
"""What the handlers of notes-mcp do."""

from __future__ import annotations

from typing import Any

from notes_mcp.contexts import GetNoteContext, ListPagesContext
from notes_mcp.models import GetNoteArgs, GetNoteResult, ListPagesArgs, MottoResult, Page as Page_
from notes_mcp.runtime.handling import Page, Position


async def get_note(args: GetNoteArgs, ctx: GetNoteContext) -> GetNoteResult:
    """Return one note: "as it is", with \\\\ and all.

    Nothing is cut off.
    """
    raise NotImplementedError("get_note is not written yet")


async def list_pages(args: ListPagesArgs, ctx: ListPagesContext, at: Position) -> Page[Page_]:
    """Return all pages."""
    raise NotImplementedError("list_pages is not written yet")


def motto(args: dict[str, Any]) -> MottoResult:
    """Motto"""
    raise NotImplementedError("motto is not written yet")
'''


def service(project: Path, files: Mapping[str, str] | None = None) -> Path:
    """Write a service and return its folder."""
    folder = project / "specs" / "notes"
    for name, text in {"contract.yaml": CONTRACT, **(files or {})}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return folder


def stubbed(folder: Path) -> str:
    """Return the text that `stub` would write."""
    diagnostics = Diagnostics()
    contract = judged_contract(folder / "contract.yaml", root=folder.parent.parent, diagnostics=diagnostics)
    assert contract is not None, list(diagnostics)
    return with_stubs(contract, missing(contract))


def stub(project: Path, *arguments: str, cwd: Path | None = None) -> tuple[int, str, str]:
    run = [*COMMAND, "stub", "notes", *arguments]
    ran = subprocess.run(run, cwd=cwd or project, capture_output=True, text=True, check=False, timeout=120)
    return ran.returncode, ran.stdout, ran.stderr


def test_a_new_file(tmp_path: Path) -> None:
    assert stubbed(service(tmp_path)) == WHOLE


def test_functions_go_behind_what_is_there(tmp_path: Path) -> None:
    there = '''\
"""Mine."""

from collections.abc import Sequence

from notes_mcp.contexts import (
    GetNoteContext,
)
from notes_mcp.models import GetNoteArgs  # the arguments

from .somewhere import else_


async def get_note(args, ctx):   # odd   spacing
    return {"text": ''}


Page = Sequence[str]
'''
    text = stubbed(service(tmp_path, {"handlers.py": there}))
    assert text.startswith(
        '''\
"""Mine."""

from collections.abc import Sequence
from typing import Any

from notes_mcp.contexts import GetNoteContext, ListPagesContext
from notes_mcp.models import GetNoteArgs  # the arguments
from notes_mcp.models import ListPagesArgs, MottoResult, Page as Page__
from notes_mcp.runtime.handling import Page as Page_, Position

from .somewhere import else_


async def get_note(args, ctx):   # odd   spacing
    return {"text": ''}


Page = Sequence[str]


async def list_pages(args: ListPagesArgs, ctx: ListPagesContext, at: Position) -> Page_[Page__]:
'''
    )
    assert text.endswith('not written yet")\n')


def test_names_that_are_imported_already_are_used_as_they_are_called(tmp_path: Path) -> None:
    there = "from notes_mcp.runtime.handling import Page as Rows, Position as At\n"
    text = stubbed(service(tmp_path, {"handlers.py": there}))
    assert "from notes_mcp.runtime.handling import Page as Rows, Position as At\n" in text
    assert ", at: At) -> Rows[Page]:\n" in text


def test_line_ends_and_a_byte_order_mark_stay(tmp_path: Path) -> None:
    there = '"""Mine."""\r\n\r\nimport os\r\n\r\n\r\ndef motto(args):\r\n    return {"words": os.name}'
    folder = service(tmp_path, {"handlers.py": f"\ufeff{there}"})
    assert stub(tmp_path)[0] == 0
    data = (folder / "handlers.py").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert there.partition("import os")[2].encode() in data


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "from m.a import A\n"),
        ('"""Doc."""', '"""Doc."""\n\nfrom m.a import A\n'),
        ("# Mine.\n", "# Mine.\n\nfrom m.a import A\n"),
        ("@wrap\ndef f(): ...\n", "from m.a import A\n\n\n@wrap\ndef f(): ...\n"),
        ("from .x import y\n", "from m.a import A\n\nfrom .x import y\n"),
        ("import os\n", "import os\n\nfrom m.a import A\n"),
        ("import z\nfrom m.b import B\n", "import z\nfrom m.a import A\nfrom m.b import B\n"),
        ("from m.a import (\n    b,\n    A,\n)\n", "from m.a import A, b\n"),
        ("from m.a import b; x = 1\n", "from m.a import b; x = 1\nfrom m.a import A\n"),
    ],
)
def test_imports_go_where_a_sorter_has_them(before: str, after: str) -> None:
    assert with_imports(before, {"m.a": {"A": "A"}}) == after
    ast.parse(after)


def test_the_package_form(tmp_path: Path) -> None:
    folder = service(
        tmp_path,
        {
            "handlers/__init__.py": '"""All."""\n\nfrom .reading import read as get_note\n',
            "handlers/reading.py": "async def read(args, ctx): ...\n",
        },
    )
    code, out, err = stub(tmp_path)
    assert (code, out) == (0, "specs/notes/handlers/__init__.py\n")
    assert err.startswith("notes: begun `list_pages`, `motto`\n")
    text = (folder / "handlers" / "__init__.py").read_text()
    assert "\n\nfrom .reading import read as get_note\n\n\nasync def list_pages(" in text
    assert not (folder / "handlers.py").exists()


def test_the_command_writes_once_and_then_has_nothing_to_do(tmp_path: Path) -> None:
    folder = service(tmp_path)
    code, out, err = stub(tmp_path, cwd=folder)
    assert (code, out) == (0, "handlers.py\n")
    assert err.splitlines() == [
        "notes: begun `get_note`, `list_pages`, `motto`",
        "next: pactwright generate notes, then write what they do",
    ]
    assert (folder / "handlers.py").read_text() == WHOLE
    assert stub(tmp_path) == (0, "", "notes: every handler is there\n")
    assert sorted(path.name for path in folder.iterdir()) == ["contract.yaml", "handlers.py"]
    assert (folder / "handlers.py").read_text() == WHOLE
    checked = subprocess.run([*COMMAND, "check"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "notes: 3 warnings\n")


def test_a_contract_without_handlers(tmp_path: Path) -> None:
    (tmp_path / "specs").mkdir()
    made = subprocess.run([*COMMAND, "new", "notes"], cwd=tmp_path, capture_output=True, check=False)
    assert made.returncode == 0
    assert stub(tmp_path) == (0, "", "notes: no tool or resource needs a handler\n")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"contract.yaml": CONTRACT.replace("[wiki.get_page]", "[wiki.get_pages]")}, "[unknown-operation]"),
        ({"handlers.py": "async def get_note(args, ctx) ...\n"}, "[handler-syntax]"),
        ({"handlers.py": "async def get_note(args): ...\n"}, "[handler-signature]"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_written(tmp_path: Path, change: dict[str, str], words: str) -> None:
    folder = service(tmp_path, change)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    code, out, err = stub(tmp_path)
    assert (code, err) == (1, "notes: 1 error\n")
    assert words in out
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_links_are_not_followed(tmp_path: Path) -> None:
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    folder = service(elsewhere)
    (project / "specs").mkdir(parents=True)
    os.symlink(folder, project / "specs" / "notes")
    code, out, _ = stub(project)
    assert code != 0
    assert "symbolic link" in out
    assert not (folder / "handlers.py").exists()
    mine = service(tmp_path / "mine")
    (mine / "others.py").write_text('"""Nothing."""\n')
    os.symlink("others.py", mine / "handlers.py")
    code, out, _ = stub(tmp_path / "mine")
    assert code == 1
    assert "symbolic link" in out
    assert (mine / "others.py").read_text() == '"""Nothing."""\n'


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = service(tmp_path)
    (folder / "handlers.py").mkdir()
    code, out, _ = stub(tmp_path)
    assert code == 1
    assert "is a folder" in out


def test_outside_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "project" / "specs").mkdir(parents=True)
    folder = service(tmp_path / "other")
    code, _, err = stub(tmp_path / "project", "--root", ".", cwd=tmp_path / "project")
    assert code == 2
    ran = subprocess.run(
        [*COMMAND, "stub", str(folder), "--root", "."],
        cwd=tmp_path / "project",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert "lies outside the project root" in ran.stderr
    assert "no contract `notes`" in err
