"""What holds for all code of the repository: who imports whom, who touches the disk, how large things get, and what is
documented."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes
from pactwright.check.catalogue import FOLDER as PAGES
from pactwright.check.catalogue import catalogue
from pactwright.check.manual import manual
from pactwright.check.rules import RULES

ROOT = Path(__file__).parent.parent
COMPILER = ROOT / "generator" / "pactwright"
TEMPLATES = ROOT / "templates"
MODULES = sorted(COMPILER.rglob("*.py"))
CODE = [*MODULES, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "benchmarks").rglob("*.py"))]
JINJA = sorted(TEMPLATES.rglob("*.jinja"))

GROUND = {"records"}
"""What every part stands on."""

BASICS = {"source", "values", "visible", "names", "ignored", "locations"}
IMPORTS: dict[str, set[str]] = {
    "records": set(),
    "source": set(),
    "values": set(),
    "json_text": {"values"},
    "visible": set(),
    "names": set(),
    "ignored": set(),
    "definitions": {"source"},
    "handler_facts": {"definitions", "model", "names"},
    "diagnostics": {"source"},
    "frame": {"source", "visible"},
    "report": {"diagnostics", "frame", "source", "values", "visible", ""},
    "load": {"diagnostics", "ignored", "load", "source", "values"},
    "expr": {"expr", "values"},
    "model": {"expr", "model", "source", "values"},
    "spec": {"spec", "values"},
    "check": {"check", "diagnostics", "load", "source", "spec", "values"},
    "check.suppressions": {"check", "diagnostics", "load", "model", "source"},
    "check.catalogue": {"check.rules", "diagnostics"},
    "check.rules": {
        "check.rules",
        "definitions",
        "diagnostics",
        "expr",
        "facts",
        "handler_facts",
        "load",
        "model",
        "names",
        "runtime",
        "source",
        "spelling",
        "tool_facts",
        "wire",
    },
    "build": {"build", "check.shape", "diagnostics", "expr", "load", "model", "names", "source", "spec", "values"},
    "wire": {"model", "values"},
    "spelling": {"model", "values"},
    "fail_facts": {"model", "spelling", "values", "wire"},
    "step_facts": {"fail_facts", "model", "spelling", "values", "wire"},
    "tool_facts": {"model", "spelling", "step_facts", "values", "wire"},
    "upstream_facts": {"fail_facts", "model", "spelling", "values", "wire"},
    "facts": {"json_text", "model", "runtime", "spelling", "tool_facts", "upstream_facts", "values", "wire"},
    "emit": {
        "emit",
        "expr",
        "facts",
        "handler_facts",
        "json_text",
        "model",
        "names",
        "runtime",
        "source",
        "spelling",
        "tool_facts",
        "values",
        "wire",
        "workers",
    },
    "write": {"emit.output", "ignored", "visible", "write"},
    "pipeline": {"build", "check", "diagnostics", "emit", "load", "model"},
    "state": {"ignored"},
    "stamp": {"ignored", "locations", "state", ""},
    "locations": set(),
    "workers": set(),
    # What people call may use everything below it, but not what calls it.
    "commands": {
        "commands",
        "diagnostics",
        "emit",
        "handler_facts",
        "model",
        "pipeline",
        "report",
        "source",
        "stamp",
        "state",
        "workers",
        "write",
    }
    | BASICS
    | {""},
    "cli": {"check.catalogue", "commands", "stamp", ""},
    "__main__": {"cli"},
    "": set(),
    # Both are copied into packages that know nothing of the compiler.
    "runtime": set(),
    "conformance": set(),
}
"""Each part of the compiler, and the parts it may import; a part stands for all modules in it."""

ONLY_IN = {
    "jinja2": {"emit.render"},
    "black": {"emit.render"},
    "datamodel_code_generator": {"emit.models"},
    "yaml": {"load", "runtime.yaml_text"},
    "lark": {"expr"},
    "click": {"cli", "commands", "report"},
    "rich": {"report"},
    "httpx2": {"runtime.exchanges", "conformance"},
    "cryptography": {"runtime.sealing", "conformance"},
    "sqlite3": {"runtime.sqlite_store"},
    "redis": {"runtime.redis_store"},
}
"""Libraries that one part knows, so that another could take their place."""

DISK = {
    "load", "write", "stamp", "state", "commands", "cli",
    # Templates, sources that are copied, and pages: parts of the compiler itself.
    "emit.render", "emit.server", "emit.tests", "check.catalogue",
}  # fmt: skip
TOUCHES_DISK = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "mkdir", "unlink", "rename", "replace"}


def name_of(module: Path) -> str:
    """Return the dotted name of a module of the compiler, without the compiler's own."""
    parts = module.relative_to(COMPILER).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def within(name: str, part: str) -> bool:
    return name == part or (part != "" and name.startswith(f"{part}."))


def part_of(name: str) -> str:
    """Return the smallest part that a module belongs to."""
    return max((part for part in IMPORTS if within(name, part)), key=len)


NAMES = frozenset(map(name_of, MODULES))


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imported(module: Path) -> Iterator[str]:
    """Yield the full name of everything a module imports; relative names keep their dots."""
    for node in ast.walk(tree_of(module)):
        match node:
            case ast.Import(names=names):
                yield from (item.name for item in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                yield from (f"{'.' * level}{source or ''}.{item.name}".removeprefix("..") for item in names)


def ours(module: Path) -> Iterator[str]:
    """Yield the modules of the compiler that a module imports, by their names without the compiler's own."""
    for name in imported(module):
        if name == "pactwright" or name.startswith("pactwright."):
            parts = name.split(".")[1:]
            yield next(".".join(parts[:end]) for end in range(len(parts), -1, -1) if ".".join(parts[:end]) in NAMES)


def test_imports_go_one_way() -> None:
    odd = set()
    for module in MODULES:
        name = name_of(module)
        allowed = IMPORTS[part_of(name)] | GROUND
        odd |= {(name, other) for other in ours(module) if not any(within(other, part) for part in allowed)}
    assert not odd


def test_every_part_of_the_compiler_is_known() -> None:
    assert {name.split(".")[0] for name in NAMES} <= set(IMPORTS)
    assert all(any(within(name, part) for name in NAMES) for part in IMPORTS)


def test_libraries_stay_where_they_belong() -> None:
    for module in MODULES:
        for library in {name.partition(".")[0] for name in imported(module)} & set(ONLY_IN):
            assert any(within(name_of(module), part) for part in ONLY_IN[library]), f"{module} imports {library}"


def test_data_of_the_compiler_is_quick_to_make() -> None:
    plain = {name_of(module) for module in MODULES if "dataclasses.dataclass" in imported(module)}
    assert {name for name in plain if part_of(name) not in ("runtime", "conformance")} == {"records"}


def test_what_is_copied_into_packages_stands_alone() -> None:
    for module in MODULES:
        part = part_of(name_of(module))
        if part in ("runtime", "conformance"):
            depth = len(name_of(module).split(".")) - (module.name != "__init__.py")
            for node in ast.walk(tree_of(module)):
                if isinstance(node, ast.ImportFrom):
                    assert node.level <= depth, f"{module}:{node.lineno} leaves {part}"
                    assert not (node.level == 0 and (node.module or "").startswith("pactwright"))


def test_only_some_parts_touch_the_disk() -> None:
    for module in MODULES:
        name = name_of(module)
        if any(within(name, part) for part in (*DISK, "runtime", "conformance")):
            continue
        for node in ast.walk(tree_of(module)):
            match node:
                case ast.Call(func=ast.Name(id="open")) | ast.Call(func=ast.Attribute(attr="open")):
                    pytest.fail(f"{module}:{node.lineno} opens a file")
                case ast.Call(func=ast.Attribute(attr=called)) if called.startswith(("read_", "write_")):
                    assert called not in TOUCHES_DISK, f"{module}:{node.lineno} calls {called}"


def test_modules_and_functions_stay_small() -> None:
    large = [name_of(module) for module in MODULES if len(module.read_text(encoding="utf-8").splitlines()) > 300]
    for module in MODULES:
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno >= 50:
                large.append(f"{name_of(module)}.{node.name}")
    assert not large


def test_modules_say_what_they_are_for() -> None:
    for module in MODULES:
        assert ast.get_docstring(tree_of(module)) or not tree_of(module).body, module


def test_nothing_is_silenced_or_left_for_later() -> None:
    marks = re.compile(
        "type: ?" + "ignore|no" + "qa|TO" + "DO|FIX" + "ME|pytest.mark.(skip|x" + "fail)|pytest\\.sk" + "ip"
    )
    for file in (*CODE, *(path for path in TEMPLATES.rglob("*") if path.is_file())):
        found = marks.search(file.read_text(encoding="utf-8"))
        assert found is None, f"{file}: {found.group() if found else ''}"


# --- templates


FILTERS = {"literal", "docstring", "indent"}


def parsed(template: Path) -> nodes.Template:
    environment = jinja2.Environment(autoescape=False)
    environment.filters |= dict.fromkeys(FILTERS, str)
    return environment.parse(template.read_text(encoding="utf-8"))


def depth_of(node: nodes.Node) -> int:
    below = max(map(depth_of, node.iter_child_nodes()), default=0)
    return below + isinstance(node, nodes.For | nodes.If)


@pytest.mark.parametrize("template", JINJA, ids=lambda path: path.relative_to(TEMPLATES).as_posix())
def test_templates_are_the_output_with_holes(template: Path) -> None:
    lines = template.read_text(encoding="utf-8").splitlines()
    assert re.fullmatch(r"\{# context: \w.* #\}", lines[0])
    assert len(lines) <= 80
    tree = parsed(template)
    thinking = (nodes.Assign, nodes.AssignBlock, nodes.BinExpr, nodes.Concat, nodes.Compare, nodes.Macro)
    assert not [found for kind in thinking for found in tree.find_all(kind)]
    assert all(not (call.args or call.kwargs) for call in tree.find_all(nodes.Call))
    assert {item.name for item in tree.find_all(nodes.Filter)} <= FILTERS
    assert all(isinstance(item.node, nodes.Name) for item in tree.find_all(nodes.Getattr))
    assert depth_of(tree) <= 3


def test_every_template_is_used() -> None:
    code = "\n".join(module.read_text(encoding="utf-8") for module in MODULES if "emit" in module.parts)
    code += "\n".join(template.read_text(encoding="utf-8") for template in JINJA)
    package = TEMPLATES / "package"
    for file in package.rglob("*"):
        # `tests/` is copied as a whole.
        if file.is_file() and package / "tests" not in file.parents and "__pycache__" not in file.parts:
            assert f'"{file.relative_to(TEMPLATES).as_posix()}"' in code, file


# --- rules and their pages


def test_the_manual_page_of_rules_is_current() -> None:
    committed = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    assert committed == manual(), "run: python -m pactwright.check.manual > docs/rules.md"


def reported() -> Iterator[tuple[str, Path]]:
    """Yield every rule that code names where it reports something."""
    reporters = {"error", "warning", "report", "broken", "_error", "Fault", "Finding", "rule"}
    for module in MODULES:
        if part_of(name_of(module)) not in ("load", "check", "check.rules", "check.suppressions", "build", "expr"):
            continue
        for node in ast.walk(tree_of(module)):
            match node:
                case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=args):
                    named = [item.value for item in args if isinstance(item, ast.Constant)]
                    for text in named if called in reporters else ():
                        if isinstance(text, str) and re.fullmatch("[a-z0-9]+(-[a-z0-9]+)+|tab", text):
                            yield text, module
                    for text in named if called in ("unknown", "_check_names") else ():
                        yield f"unknown-{str(text).replace(' ', '-')}", module


def test_every_rule_that_is_reported_has_a_page() -> None:
    names = dict(reported())
    assert len(names) > 100
    for name, module in names.items():
        assert name in catalogue(), f"{module} reports {name}"


def test_every_page_belongs_to_a_rule() -> None:
    # One more comes as a default: what the parser of YAML says.
    assert set(catalogue()) <= {name for name, _ in reported()} | {"yaml-syntax"}
    functions = {rule.name: rule.judge.__name__ for rule in RULES}
    assert {name: name.replace("-", "_") for name in functions} == functions
    assert not set(functions) & {page.stem for page in PAGES.iterdir()}


@pytest.mark.parametrize("name", catalogue())
def test_pages_tell_why_and_show_bad_and_good(name: str) -> None:
    text = catalogue()[name].text
    fact, why, *examples = text.split("\n\n")
    assert re.fullmatch(r"[A-Z`].*\.", fact.replace("\n", " "))
    assert why.startswith("Why: ")
    *examples, last = examples
    examples += [] if re.fullmatch(r"Source: L\d{3}(, L\d{3})*\.", last) else [last]
    assert [part.partition(":")[0] for part in examples if not part.startswith(" ")] == ["Bad", "Good"]
    assert all(len(line) <= 120 for line in text.splitlines())
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)+|tab", name)


# --- the repository


def files() -> Iterator[Path]:
    """Yield every file that belongs to the repository."""
    for folder, folders, names in os.walk(ROOT):
        here = Path(folder)
        hidden = {name for name in folders if name.startswith(".") and name not in (".ci", ".github")}
        folders[:] = sorted(set(folders) - hidden - {"__pycache__", "node_modules", "build", "dist"})
        yield from (here / name for name in names if not name.endswith(".pyc"))


def test_the_repository_names_no_registry_host_and_no_working_place() -> None:
    hosts = r"pypi\.org|pythonhosted\.org|registry\.npmjs|registry\.yarnpkg|index\.crates"
    places = r"(?<![\w.-])/(?:" + "work|root|home/" + r"\w+" + r")/(?:main|shared|scratch|venv|repo)\b"
    for file in files():
        found = re.search(f"{hosts}|{places}", file.read_text(encoding="utf-8", errors="replace"))
        assert found is None or file == Path(__file__), f"{file}: {found.group() if found else ''}"
