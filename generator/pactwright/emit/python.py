"""Templates of the contract as the Python expressions that a person would write."""

from __future__ import annotations

from pactwright.expr import ListType, MapType, Python, Scope, infer_condition, is_path, translate, translate_text
from pactwright.expr.nodes import Not
from pactwright.expr.python import HELPERS, Binding
from pactwright.model.expression import Computed, Elements, Entries, Expression, Literal, Template, Text, ViewOf
from pactwright.names import identifier

# Where generated modules find what expressions use.
EXPRESSION_IMPORTS = dict.fromkeys(sorted(HELPERS), ".runtime.expressions")

# What the module of views uses.
VIEW_IMPORTS = {
    "Any": "typing",
    "cast": "typing",
    "Mapping": "collections.abc",
    "models": ".",
    "Call": ".runtime",
    "VersionContents": ".runtime",
    **EXPRESSION_IMPORTS,
}

# What the functions of views take.
VIEW_ARGUMENTS = ("it", "args", "call")


def expression_code(expression: Expression, binding: Binding = Binding.CONDITIONAL) -> str:
    """Return the Python of an expression, in parentheses where it binds less tightly than `binding`."""
    return translate(expression.typed, expression.scope).at(binding)


def negated_code(expression: Expression, scope: Scope | None = None) -> Python:
    """Return the Python of "the condition does not hold", as a person would write it (`!=` for `not ==`)."""
    node = expression.typed.node
    typed = infer_condition(node.operand if isinstance(node, Not) else Not(operand=node), expression.scope)
    return translate(typed, scope or expression.scope)


def template_code(template: Template, views: str = "views.") -> str:
    """Return the Python expression that gives the template's value; absent entries are left out.

    `views` is what stands before the functions of views: nothing in the module that holds them.
    """
    match template:
        case Literal(value=value):
            return repr(value)
        case Computed(expression=expression, drops_null=drops_null):
            code = expression_code(expression)
            return f"coalesce({code}, ABSENT)" if drops_null else code
        case Text(parts=parts):
            scope = next(part.scope for part in parts if isinstance(part, Expression))
            return translate_text([part if isinstance(part, str) else part.typed for part in parts], scope).source
        case Entries(items=items):
            plain = "{" + ", ".join(f"{key!r}: {template_code(item, views)}" for key, item in items) + "}"
            return f"compact({plain})" if any(may_be_absent(item) for _, item in items) else plain
        case Elements(items=items):
            plain = "[" + ", ".join(template_code(item, views) for item in items) + "]"
            return f"only_present({plain})" if any(may_be_absent(item) for item in items) else plain
        case ViewOf(view=view, source=source, each=each):
            return _view(f"{views}{view_function(view)}", source, each=each)


def _view(function: str, source: Expression, *, each: bool) -> str:
    given = translate(source.typed, source.scope)
    of = "it" if each else given.source
    shown = f"{function}({of}, args, call)"
    if each:
        shown = f"[{shown} for it in {given.at(Binding.OR)}]"
    if not source.typed.slot.uncertain:
        return shown
    nothing = "ABSENT" if source.typed.slot.absent else "None"
    return f"ABSENT if {given.at(Binding.COMPARISON)} is {nothing} else {shown}"


def view_function(name: str) -> str:
    """Return the name of the function of a view; one that would hide what its module uses gets an underscore."""
    written = identifier(name)
    return f"{written}_" if written in VIEW_IMPORTS or written in VIEW_ARGUMENTS else written


def needs_cast(template: Template) -> bool:
    """Whether the value holds objects that an expression makes, whose Python type is wider than their shape."""
    match template:
        case Computed(expression=expression):
            made = isinstance(expression.typed.slot.type, ListType | MapType)
            return made and not is_path(expression.typed.node)
        case Entries(items=items):
            return any(needs_cast(item) or may_be_absent(item) for _, item in items)
        case Elements(items=elements):
            return any(map(needs_cast, elements))
        case _:
            return False


def may_be_absent(template: Template) -> bool:
    """Whether the template's value may be absent."""
    match template:
        case Computed(expression=expression, drops_null=drops_null):
            return expression.typed.slot.absent or drops_null
        case ViewOf(source=source):
            return source.typed.slot.uncertain
        case _:
            return False
