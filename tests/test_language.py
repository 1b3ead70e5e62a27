"""The models of the language, and what is made from them: the editor's schema and the reference page."""

from __future__ import annotations

import copy
import inspect
import pathlib
import re
from collections.abc import Iterator

import jsonschema
import pytest
import yaml
from pactwright.check.shape import check_shape
from pactwright.diagnostics import Diagnostics
from pactwright.expr.functions import FUNCTIONS, METHODS
from pactwright.load import load
from pactwright.report import render
from pactwright.spec import ContractSpec
from pactwright.spec.editor import editor_schema, editor_schema_text
from pactwright.spec.manual import manual
from pactwright.spec.words import fields_of, in_reading_order
from pactwright.values import JsonValue
from pydantic import BaseModel

ROOT = pathlib.Path(__file__).parent.parent
CONTRACTS = sorted((ROOT / "specs").glob("*/contract.yaml"))
MODELS = in_reading_order(ContractSpec)
BASE = """
pactwright: "1"
server:
  name: examples-mcp
  title: Examples
  version: "1.0.0"
  namespace: com.example.examples
  summary: Holds the examples of the manual.
  does: [Show how things are written.]
  does_not: [Run.]
  revisions: ["2026-07-28"]
  transports: [stdio]
"""
AROUND: dict[str, JsonValue] = {
    "tools.*": {"title": "Example", "description": "An example.", "output": {}, "result": {}},
    "upstreams.*": {"title": "Example", "base_url": "https://example.com", "operations": {}},
    "upstreams.*.operations.*": {"request": "GET /example"},
}
"""What stands around an example that shows a part of something."""


def test_the_editor_schema_is_current() -> None:
    committed = (ROOT / "generator/pactwright/contract.schema.json").read_text(encoding="utf-8")
    assert committed == editor_schema_text(), (
        "run: python -m pactwright.spec.editor > generator/pactwright/contract.schema.json"
    )


def test_the_reference_is_current() -> None:
    committed = (ROOT / "docs/language.md").read_text(encoding="utf-8")
    assert committed == manual(), "run: python -m pactwright.spec.manual > docs/language.md"


def test_the_editor_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(editor_schema())


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda path: path.parent.name)
def test_our_contracts_are_sound(contract: pathlib.Path) -> None:
    diagnostics = Diagnostics()
    document = load(contract, root=ROOT, diagnostics=diagnostics)
    assert document
    assert check_shape(document, diagnostics), render(diagnostics, "text")
    jsonschema.Draft202012Validator(editor_schema()).validate(document.data)


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda path: path.parent.name)
def test_included_files_are_sound_for_editors(contract: pathlib.Path) -> None:
    validator = jsonschema.Draft202012Validator(editor_schema())
    for file in contract.parent.glob("*.yaml"):
        document = load(file, root=ROOT, diagnostics=Diagnostics())
        assert document
        validator.validate(document.data)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_class_and_every_key_says_what_it_means(model: type[BaseModel]) -> None:
    assert model.__doc__
    for _, key, info in fields_of(model) if "root" not in model.model_fields else ():
        assert info.description, key
        assert info.description[0].isupper() or info.description[0] in "`'\"", key
        assert info.description.rstrip("`)").endswith((".", '."')), key


def test_headings_are_unique_and_links_lead_to_them() -> None:
    page = manual()
    headings = re.findall("^#+ (.*)$", re.sub("```.*?```", "", page, flags=re.DOTALL), flags=re.MULTILINE)
    anchors = [re.sub("[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings]
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r"\]\(#([^)]*)\)", page)) <= set(anchors)


def examples() -> Iterator[tuple[str, str]]:
    """Yield the examples in docstrings, with the name of their class."""
    for model in MODELS:
        _, marker, rest = inspect.cleandoc(model.__doc__ or "").partition("```yaml\n")
        if marker:
            yield model.__name__, rest.partition("```")[0]


def placed(example: str) -> dict[str, JsonValue]:
    """Return a contract that holds an example at the path named by its first line."""
    contract: dict[str, JsonValue] = yaml.safe_load(BASE)
    first, _, _ = example.partition("\n")
    path = first[2:].split(".") if first.startswith("# ") else []
    inner: dict[str, JsonValue] = contract
    for index, part in enumerate(path):
        pattern = ".".join("*" if depth % 2 else name for depth, name in enumerate(path[: index + 1]))
        below = inner.setdefault(part, copy.deepcopy(AROUND.get(pattern, {})))
        assert isinstance(below, dict)
        inner = below
    inner.update(yaml.safe_load(example))
    return contract


@pytest.mark.parametrize(("name", "example"), list(examples()), ids=lambda value: value if value.isidentifier() else "")
def test_examples_are_sound(name: str, example: str, tmp_path: pathlib.Path) -> None:
    contract = placed(example)
    contract.pop("include", None)
    (tmp_path / "contract.yaml").write_text(yaml.safe_dump(contract, sort_keys=False, allow_unicode=True))
    diagnostics = Diagnostics()
    document = load(tmp_path / "contract.yaml", root=tmp_path, diagnostics=diagnostics)
    assert document, render(diagnostics, "text")
    assert check_shape(document, diagnostics), render(diagnostics, "text")
    jsonschema.Draft202012Validator(editor_schema()).validate(document.data)


def test_the_main_constructs_have_examples() -> None:
    shown = " ".join(example for _, example in examples())
    missing = [key for _, key, _ in fields_of(ContractSpec) if f"{key}:" not in shown]
    assert missing in ([], ["extensions"]), missing


def test_the_page_about_expressions_has_every_function() -> None:
    page = (ROOT / "docs" / "expressions.md").read_text(encoding="utf-8")
    assert all(f"`{name}(" in page or f" `{name}(" in page for name in FUNCTIONS)
    assert all(f".{name}(" in page for name in METHODS)
