"""Which files a contract may reach, and what becomes of those that cannot be read."""

from __future__ import annotations

import gc
import json
import os
import pathlib

import pytest
from loading import excerpt, read, rules
from pactwright.diagnostics import Diagnostics
from pactwright.load import load, read_attachment
from pactwright.report import render


def test_entries_of_a_contract_come_before_those_of_its_includes(tmp_path: pathlib.Path) -> None:
    document, _ = read(
        tmp_path / "specs" / "x",
        {
            "contract.yaml": "include: [b.yaml, ../common/a.yml]\ntypes: {z: {a: 1}}\nallow: [{rule: r}]\n",
            "b.yaml": "types: {m: {b: 1}}\nerrors: {e: {c: 1}}\nallow: [{rule: s}]\n",
            "../common/a.yml": "types: {a: {d: 1}}\nallow: []\n",
        },
    )
    assert document is None  # the root given here is the service folder, which has no specs/common
    diagnostics = Diagnostics()
    document = load(tmp_path / "specs" / "x" / "contract.yaml", root=tmp_path, diagnostics=diagnostics)
    assert document is not None
    assert json.dumps(document.data["types"]) == '{"z": {"a": 1}, "m": {"b": 1}, "a": {"d": 1}}'
    assert list(document.data) == ["include", "types", "allow", "errors"]
    assert document.data["allow"] == [{"rule": "r"}, {"rule": "s"}]
    assert [file.path for file in document.files] == ["specs/x/contract.yaml", "specs/x/b.yaml", "specs/common/a.yml"]
    names = ("z", "a"), ("m", "b"), ("a", "d")
    assert [document.key(("types", *path)).file for path in names] == list(document.files)
    assert [excerpt(document.key(("types", *path))) for path in names] == ["a", "b", "d"]
    assert excerpt(document.value(("allow", 1, "rule"))) == "s"
    assert document.value(("errors", "e", "c")).file == document.files[1]


def test_handlers_beside_the_contract(tmp_path: pathlib.Path) -> None:
    contract = {"contract.yaml": "a: 1\n"}
    document, _ = read(tmp_path / "none", contract)
    assert document is not None
    assert document.handlers is None
    assert document.handler_files == ()
    document, _ = read(tmp_path / "module", {**contract, "handlers.py": "x = 1\r\n\f\n"})
    assert document is not None
    assert document.handlers is not None
    assert (document.handlers.path, document.handlers.text) == ("handlers.py", "x = 1\r\n\f\n")
    assert document.handler_files == (document.handlers,)
    package = {f"handlers/{name}": "" for name in ("b.py", "__init__.py", "a/__init__.py", "__pycache__/c.py", "d.txt")}
    document, _ = read(tmp_path / "package", {**contract, **package})
    assert document is not None
    assert document.handlers is not None
    assert document.handlers.path == "handlers/__init__.py"
    assert [file.path for file in document.handler_files] == [
        "handlers/__init__.py",
        "handlers/a/__init__.py",
        "handlers/b.py",
    ]


@pytest.mark.parametrize(
    ("files", "rule"),
    [
        ({"handlers.py": "", "handlers/__init__.py": ""}, "handlers-twice"),
        ({"handlers/a.py": ""}, "missing-file"),
        ({"handlers.py": b"\xff"}, "not-utf-8"),
        ({"handlers.py": b"x = 1\0"}, "control-character"),
        ({"handlers.py/x": ""}, "unreadable-file"),
    ],
)
def test_handlers_that_cannot_be_used(tmp_path: pathlib.Path, files: dict[str, str | bytes], rule: str) -> None:
    document, diagnostics = read(tmp_path, {"contract.yaml": "a: 1\n", **files})
    assert document is None
    assert rules(diagnostics) == [rule]


def make(path: pathlib.Path, kind: str, outside: pathlib.Path) -> None:
    """Put something that is no plain file of the service at `path`."""
    match kind:
        case "link out":
            path.symlink_to(outside)
        case "link to itself":
            path.symlink_to(path.name)
        case "dangling link":
            path.symlink_to("nothing.yaml")
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "large":
            path.write_bytes(b"#" * (2 * 1024 * 1024 + 1))
        case _:
            pass


UNUSABLE = {
    "link out": "file-outside-service",
    "link to itself": "unreadable-file",
    "dangling link": "missing-file",
    "folder": "unreadable-file",
    "pipe": "unreadable-file",
    "large": "file-too-large",
    "nothing": "missing-file",
}


@pytest.mark.parametrize("kind", UNUSABLE)
@pytest.mark.parametrize("name", ["contract.yaml", "handlers.py", "part.yaml", "query.graphql"])
def test_files_that_cannot_be_read(tmp_path: pathlib.Path, name: str, kind: str) -> None:
    outside = tmp_path / "outside"
    outside.write_text("secret: 1\n")
    folder = tmp_path / "service"
    folder.mkdir()
    make(folder / name, kind, outside)
    files: dict[str, str | bytes] = {} if name == "contract.yaml" else {"contract.yaml": "include: []\n"}
    if name == "part.yaml":
        files = {"contract.yaml": "include: [part.yaml]\n"}
    document, diagnostics = (None, Diagnostics())
    if files:
        document, diagnostics = read(folder, files)
    else:
        document = load(folder / name, root=folder, diagnostics=diagnostics)
    if name == "query.graphql":
        assert document is not None
        assert read_attachment(document, name, document.key(()), diagnostics) is None
    expected = [] if (name, kind) == ("handlers.py", "nothing") else [UNUSABLE[kind]]
    assert rules(diagnostics) == expected
    assert all(found.hint for found in diagnostics)
    assert "secret" not in render(diagnostics, "text")


@pytest.mark.parametrize(
    ("written", "rule"),
    [
        ("/etc/passwd.yaml", "path-not-relative"),
        ("C:/x.yaml", "path-not-relative"),
        ("a\\b.yaml", "path-not-relative"),
        ("", "path-not-relative"),
        (" ", "path-not-relative"),
        ("a\0.yaml", "path-not-relative"),
        ("../other/x.yaml", "file-outside-service"),
        ("../../x.yaml", "file-outside-service"),
        ("../common/../other/x.yaml", "file-outside-service"),
        ("../common.yaml", "file-outside-service"),
        ("../service2/x.yaml", "file-outside-service"),
        ("linked/x.yaml", "file-outside-service"),
        ("x.json", "file-type"),
        ("x", "file-type"),
        (".", "file-type"),
        ("nothing.yaml", "missing-file"),
        ("../common/nothing.yaml", "missing-file"),
        ("x.yaml/y.yaml", "unreadable-file"),
        ("y" * 300 + ".yaml", "unreadable-file"),
    ],
)
def test_paths_that_lead_nowhere_good(tmp_path: pathlib.Path, written: str, rule: str) -> None:
    for service in ("common", "other", "service", "service2"):
        (tmp_path / "specs" / service).mkdir(parents=True)
        (tmp_path / "specs" / service / "x.yaml").write_text("types: {}\n")
    (tmp_path / "x.yaml").write_text("types: {}\n")
    folder = tmp_path / "specs" / "service"
    (folder / "linked").symlink_to("../other")
    (folder / "contract.yaml").write_text(f"include: [{json.dumps(written)}]\n")
    diagnostics = Diagnostics()
    assert load(folder / "contract.yaml", root=tmp_path, diagnostics=diagnostics) is None
    assert rules(diagnostics) == [rule]
    assert excerpt(diagnostics.found[0].span) == json.dumps(written)


def test_links_inside_the_service_and_to_a_linked_service_are_followed(tmp_path: pathlib.Path) -> None:
    real = tmp_path / "real"
    _, diagnostics = read(real, {"contract.yaml": "include: [link.yaml]\n", "deep/part.yaml": "types: {a: {b: 1}}\n"})
    assert rules(diagnostics) == ["missing-file"]
    (real / "link.yaml").symlink_to("deep/part.yaml")
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "service").symlink_to(real)
    document = load(tmp_path / "specs" / "service" / "contract.yaml", root=tmp_path, diagnostics=Diagnostics())
    assert document is not None
    assert [file.path for file in document.files] == ["specs/service/contract.yaml", "specs/service/link.yaml"]
    # One file under two names is still one file.
    (real / "contract.yaml").write_text("include: [link.yaml, deep/part.yaml]\n")
    _, diagnostics = read(real, {})
    assert rules(diagnostics) == ["include-twice"]


def test_all_files_of_a_contract_have_one_limit(tmp_path: pathlib.Path) -> None:
    part = "#" * (2 * 1024 * 1024 - 100) + "\ntypes: {}\n"
    files: dict[str, str | bytes] = {f"{name}.yaml": part for name in "abcde"}
    _, diagnostics = read(tmp_path, {"contract.yaml": "include: [a.yaml, b.yaml, c.yaml, d.yaml]\n", **files})
    assert not diagnostics.found
    _, diagnostics = read(tmp_path, {"contract.yaml": "include: [a.yaml, b.yaml, c.yaml, d.yaml, e.yaml]\n"})
    assert [(found.rule, excerpt(found.span)) for found in diagnostics] == [("file-too-large", "e.yaml")]


def test_attachments_are_read_once(tmp_path: pathlib.Path) -> None:
    document, diagnostics = read(tmp_path, {"contract.yaml": "a: 1\n", "q/x.graphql": "query { a }\n"})
    assert document is not None
    place = document.key(("a",))
    file = read_attachment(document, "q/x.graphql", place, diagnostics)
    assert file is not None
    assert (file.path, file.text) == ("q/x.graphql", "query { a }\n")
    (tmp_path / "q" / "x.graphql").unlink()
    assert read_attachment(document, "q/x.graphql", place, diagnostics) is file
    assert document.attachments == {"q/x.graphql": file}
    assert not diagnostics.found
    for written, rule in {"contract.yaml": "file-type", "../x.graphql": "file-outside-service"}.items():
        assert read_attachment(document, written, place, diagnostics) is None
        assert (diagnostics.found[-1].rule, diagnostics.found[-1].span) == (rule, place)


def test_paths_are_relative_to_the_root_wherever_one_stands(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(tmp_path / "specs" / "x", {"contract.yaml": "a: 1\n"})
    monkeypatch.chdir(tmp_path / "specs")
    for contract, root in (("x/contract.yaml", ".."), ("../specs/x/../x/contract.yaml", str(tmp_path))):
        document = load(pathlib.Path(contract), root=pathlib.Path(root), diagnostics=Diagnostics())
        assert document is not None
        assert document.file.path == "specs/x/contract.yaml"
        assert document.folder == tmp_path / "specs" / "x"


def test_the_garbage_collector_is_left_as_it_was(tmp_path: pathlib.Path) -> None:
    # The command line switches it off, perhaps in a test before this one.
    gc.enable()
    read(tmp_path, {"contract.yaml": "a: [\n"})
    assert gc.isenabled()
