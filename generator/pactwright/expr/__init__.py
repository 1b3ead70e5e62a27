"""The expression language: CEL, parsed, typed against the schemas in scope, and translated to plain Python.

Stands alone: it knows nothing of contracts. `split` finds the expressions in a text, `parse` reads one, `infer` types
it and finds its faults, `translate` writes it as Python. Expressions are never evaluated here.
"""

from pactwright.expr.faults import ExpressionFault, ExpressionFaults, Fault
from pactwright.expr.infer import infer, infer_condition, infer_text
from pactwright.expr.nodes import Node, walk
from pactwright.expr.parse import parse
from pactwright.expr.paths import is_path, root_of
from pactwright.expr.python import Binding, Python, parameter, python_name, variable
from pactwright.expr.text import Hole, split
from pactwright.expr.translate import translate, translate_text
from pactwright.expr.typed import Typed
from pactwright.expr.types import (
    BoolType,
    DoubleType,
    DynType,
    IntType,
    ListType,
    MapType,
    NullType,
    Root,
    Scope,
    Slot,
    StringType,
    Type,
    describe,
)

__all__ = [
    "Binding",
    "BoolType",
    "DoubleType",
    "DynType",
    "ExpressionFault",
    "ExpressionFaults",
    "Fault",
    "Hole",
    "IntType",
    "ListType",
    "MapType",
    "Node",
    "NullType",
    "Python",
    "Root",
    "Scope",
    "Slot",
    "StringType",
    "Type",
    "Typed",
    "describe",
    "infer",
    "infer_condition",
    "infer_text",
    "is_path",
    "parameter",
    "parse",
    "python_name",
    "root_of",
    "split",
    "translate",
    "translate_text",
    "variable",
    "walk",
]
