"""What Python files define, as far as it can be told from their text."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

import pytest
from loading import excerpt
from pactwright.definitions import DeadImport, Definitions, Found, Function, Value, read_module
from pactwright.source import SourceFile

PACKAGE = ("notes_mcp", "handlers")


def read(files: Mapping[str, str]) -> Definitions:
    """Return what the files of a package define, by their names below it without ending."""
    return Definitions(
        read_module(
            PACKAGE if name == "__init__" else (*PACKAGE, *name.split("/")), SourceFile(f"handlers/{name}.py", text)
        )
        for name, text in files.items()
    )


def found(text: str, name: str = "f", **others: str) -> Found:
    return read({"__init__": text, **others}).find(name, PACKAGE)


@pytest.mark.parametrize(
    "text",
    [
        "async def f(args, ctx): ...",
        "if True:\n    async def f(args, ctx): ...\nelse:\n    f = None",
        "try:\n    async def f(args, ctx): ...\nexcept ImportError:\n    f = None",
        "async def g(args, ctx): ...\nf = g",
        "f = None\nasync def f(args, ctx): ...",
        "from .other import f",
        "from notes_mcp.handlers.other import g as f",
        "from .other import *",
        "from .star import f",
        "from .star import g\nf = g",
    ],
)
def test_functions_are_found_wherever_they_are_bound(text: str) -> None:
    if text.startswith("if"):
        text = text.replace("else:\n    f = None", "")
    other = "async def f(args, ctx): ...\ng = f\n"
    function = found(text, other=other, star="from .other import *\n")
    assert isinstance(function, Function)
    assert function.positional == ("args", "ctx")
    assert function.is_async


@pytest.mark.parametrize(
    "text",
    [
        "f = make()",
        "f: object = make()",
        "import f",
        "from elsewhere import f",
        "from .models import f\n",
        "from ..models import f\n",
        "from . import other as f",
        "class f: ...",
        "f = f",
        "from .broken import f",
    ],
)
def test_of_other_things_nothing_is_known(text: str) -> None:
    files = {"other": "", "broken": "def", "models": "f = 1"}
    assert found(text, **files) == Value()


@pytest.mark.parametrize("text", ["", "g = 1", "f: int", "def g():\n    f = 1", "from .other import *", "f.x = 1"])
def test_what_is_not_bound_is_not_there(text: str) -> None:
    assert found(text, other="_f = 1") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("from .other import f", "the module `handlers.other` has no `f`"),
        ("from .others import (\n    a as f,\n)", "there is no module `handlers.others`"),
        ("from notes_mcp.handlers.other import é as f", "the module `handlers.other` has no `é`"),
        ("from . import f", "the module `handlers` has no `f`"),
        ("from .loop import f", "the module `handlers.other` has no `f`"),
    ],
)
def test_imports_that_lead_nowhere(text: str, message: str) -> None:
    dead = found(text, other="", loop="from .other import f")
    assert isinstance(dead, DeadImport)
    assert dead.message == message


def test_modules_that_import_each_other() -> None:
    assert not isinstance(found("from .other import f", other="from . import f"), Function)


@pytest.mark.parametrize(
    ("head", "facts"),
    [
        ("async def f(a, /, b, c=1, *, d, e=2, **f)", (("a", "b", "c"), 2, ("d",), True)),
        ("def f(*args)", ((), 0, (), False)),
        ("def f(self=1)", (("self",), 0, (), False)),
    ],
)
def test_parameters(head: str, facts: tuple[object, ...]) -> None:
    function = found(f"{head}: ...")
    assert isinstance(function, Function)
    assert (function.positional, function.needed, function.others_needed, function.is_async) == facts


@pytest.mark.parametrize(
    ("body", "unfinished"),
    [
        ('"""Doc."""; raise NotImplementedError', True),
        ('raise NotImplementedError("…")', True),
        ("raise ValueError", False),
        ("return 1", False),
        ("x = 1; raise NotImplementedError", False),
        ("...", False),
    ],
)
def test_unfinished_functions(body: str, unfinished: bool) -> None:
    function = found(f"def f(): {body}")
    assert isinstance(function, Function)
    assert function.is_unfinished == unfinished


@pytest.mark.parametrize(
    "text",
    [
        "x = 'ä'; y = 1\nasync  def\tf(): ...",
        "@wrap('é')\ndef f(): ...",
        "if 1:\r\n    def f(): ...",
        "\f\ndef f(): ...",
    ],
)
def test_names_have_a_place(text: str) -> None:
    function = found(text)
    assert isinstance(function, Function)
    assert excerpt(function.span) == "f"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("é = '\nx = 1", (1, 5)),
        ("def f(:\n    pass", (1, 7)),
        ("x = 1\r\n  y = 2\r\n", (2, 1)),
        ("(" * 300 + ")" * 300, (1, 200)),
        ("f(**{}, *[])", (1, 8)),
        ("def f():\n    await g()", (2, 5)),
        ("return", (1, 1)),
        ("def f(a, a): ...", (1, 10)),
        ("x = ", (1, 5)),
    ],
)
def test_faults_have_a_place_in_the_file(text: str, place: tuple[int, int]) -> None:
    (module,) = read({"__init__": text}).modules
    fault = module.fault
    assert fault is not None
    assert not fault.message[0].isupper()
    assert fault.span.line == place[0]
    assert abs(fault.span.column - place[1]) <= 5
    assert fault.span.end_column <= len(fault.span.file.line(fault.span.line)) + 1


def test_code_that_is_nested_without_end_is_a_fault() -> None:
    for text in ("-" * 100_000 + "1", "x" + ".y" * 100_000, "f(" * 90 + ")" * 90):
        read({"__init__": text})


def test_warnings_of_python_are_not_told() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read({"__init__": 'x = "\\d"\ny = 1 is 1\n'})
