"""The modules of the generated package that hold it together, and the runtime that is copied into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from pactwright.emit.completions import completions_module
from pactwright.emit.contexts import contexts_module
from pactwright.emit.errors import errors_module
from pactwright.emit.ledgers import ledgers_module
from pactwright.emit.memory import Memory
from pactwright.emit.models import Family, models_module
from pactwright.emit.notice import hash_notice
from pactwright.emit.output import OutputFile
from pactwright.emit.packaging import import_name
from pactwright.emit.python import EXPRESSION_IMPORTS, expression_code, template_code
from pactwright.emit.reads import prompts_module, resources_module
from pactwright.emit.render import Chunk, formatted, names_in, render, templates_folder
from pactwright.emit.texts import texts_module
from pactwright.emit.tools import tools_module
from pactwright.emit.upstreams import upstreams_module
from pactwright.emit.views import views_module
from pactwright.handler_facts import path_below
from pactwright.model.contract import Contract
from pactwright.model.expression import Expression
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class ServerView:
    """The server as a whole."""

    doc: str
    prompts: bool
    resources: bool
    completions: bool
    ledgers: bool
    versions: bool
    texts: bool
    state_store: str | None
    state_keys: str | None
    layers: tuple[str, ...]
    layer_types: str
    expressions: str


# The modules that only some packages have, by their names.
_PARTS = {
    "texts": texts_module,
    "upstreams": upstreams_module,
    "views": views_module,
    "contexts": contexts_module,
    "completions": completions_module,
    "ledgers": ledgers_module,
    "resources": resources_module,
    "prompts": prompts_module,
}


def server_files(contract: Contract, facts: str, families: Sequence[Family], memory: Memory) -> Iterator[OutputFile]:
    """Yield the files under `src/`; `facts` is the text of `contract.json`."""
    folder = f"src/{import_name(contract)}"
    # The largest module first: whoever makes the models is busy with them until then.
    tools = tools_module(contract, memory)
    made = {name: make(contract, memory) for name, make in _PARTS.items()}
    parts = {name: text for name, text in made.items() if text is not None}
    view = _view(contract, frozenset(parts))
    yield _noted(contract, f"{folder}/__init__.py", _python("package/src/__init__.py.jinja", view, memory))
    yield OutputFile(f"{folder}/__main__.py", _verbatim("package/src/__main__.py"))
    yield _noted(contract, f"{folder}/server.py", _python("package/src/server.py.jinja", view, memory))
    yield _noted(contract, f"{folder}/tools.py", tools)
    yield _noted(contract, f"{folder}/errors.py", errors_module(contract, memory))
    for name, text in parts.items():
        yield _noted(contract, f"{folder}/{name}.py", text)
    for file in contract.handlers:
        yield OutputFile(f"{folder}/{path_below(contract, file.path)}", file.text)
    title = f"The types of the arguments, results and errors of {contract.server.name}."
    yield _noted(contract, f"{folder}/models.py", models_module(families, title, memory))
    yield OutputFile(f"{folder}/contract.json", facts)
    for name, text in runtime_sources():
        yield OutputFile(f"{folder}/runtime/{name}", text)


def _view(contract: Contract, parts: frozenset[str]) -> ServerView:
    store, keys = _of_config(contract.server.state_store), _of_config(contract.server.state_keys)
    layers = tuple(_layers(contract))
    return ServerView(
        doc=f"{contract.server.title}: {contract.server.summary}",
        prompts="prompts" in parts,
        resources="resources" in parts,
        completions="completions" in parts,
        ledgers="ledgers" in parts,
        versions=bool(contract.versions),
        texts="texts" in parts,
        state_store=store,
        state_keys=keys,
        layers=layers,
        layer_types=", ".join(sorted({layer.partition("(")[0] for layer in layers})),
        expressions=", ".join(_expression_names(store, keys, *layers)),
    )


def _layers(contract: Contract) -> Iterator[str]:
    """Yield the Python of each layer of configuration files; `env` is in scope."""
    for layer in contract.config_files.layers if contract.config_files is not None else ():
        yield f"{'Ancestors' if layer.ancestors else 'File'}({template_code(layer.path)})"


def _of_config(expression: Expression | None) -> str | None:
    """Return the Python of a value that follows from the settings, secrets included."""
    return None if expression is None else expression_code(expression)


def _expression_names(*codes: str | None) -> Iterator[str]:
    """Yield what these expressions use of the runtime's `expressions`, in the order of imports."""
    used = {name for code in codes if code is not None for name in names_in(code)}
    yield from sorted(used & set(EXPRESSION_IMPORTS))


def _noted(contract: Contract, path: str, text: str) -> OutputFile:
    """Return a Python file that says first where it comes from."""
    return OutputFile(path, f"{hash_notice(contract)}\n{text}")


def _python(template: str, view: ServerView, memory: Memory) -> str:
    return formatted(Chunk(template, render(template, server=view)), memory)


@cache
def _verbatim(template: str) -> str:
    return (templates_folder() / template).read_text(encoding="utf-8")


@cache
def runtime_sources() -> tuple[tuple[str, str], ...]:
    """Return the modules of the runtime, which every package gets as they are."""
    folder = Path(__file__).resolve().parent.parent / "runtime"
    return tuple((path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py")))
