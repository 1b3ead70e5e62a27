"""`errors.py` of the generated package: one function per code of the catalogue, which words the error."""

from __future__ import annotations

from pactwright.emit.memory import Memory
from pactwright.emit.models import params_type
from pactwright.emit.python import EXPRESSION_IMPORTS, may_be_absent, template_code
from pactwright.emit.render import Chunk, chunk, module
from pactwright.model.contract import Contract
from pactwright.model.errors import ConditionData, Details, ErrorType, Repair
from pactwright.model.expression import Literal, Template
from pactwright.names import identifier
from pactwright.records import dataclass

IMPORTS = {
    "Any": "typing",
    "Mapping": "collections.abc",
    "models": ".",
    "Call": ".runtime",
    "Catalogue": ".runtime",
    "Repair": ".runtime",
    "ToolError": ".runtime",
    **EXPRESSION_IMPORTS,
}


@dataclass(frozen=True, slots=True)
class ErrorView:
    """One code: its function, spelled as it appears."""

    code: str
    function: str
    params: str
    says: str
    message: str
    temporary: bool
    details: str | None
    repair: str | None


@dataclass(frozen=True, slots=True)
class ConditionView:
    """What the error of one condition is given."""

    name: str
    data: str


def errors_module(contract: Contract, memory: Memory) -> str:
    """Return the text of `errors.py`."""
    return module(
        f"The error catalogue of {contract.server.name}: how each code is worded.",
        imports=IMPORTS,
        prelude="CATALOGUE = Catalogue()\n",
        chunks=[
            *(_chunk(error) for error in contract.errors),
            *(
                chunk("package/src/errors.condition.py.jinja", condition=_condition(item))
                for item in contract.condition_data
            ),
        ],
        memory=memory,
    )


def error_function(code: str) -> str:
    """Return the name of the function that words `code`; one that would hide an import gets an underscore."""
    name = identifier(code)
    return f"{name}_" if name in IMPORTS else name


def _chunk(error: ErrorType) -> Chunk:
    view = ErrorView(
        code=error.code,
        function=error_function(error.code),
        params="Mapping[str, Any]" if error.params is None else f"models.{params_type(error.code)}",
        says=error.says,
        message=template_code(error.message),
        temporary=error.temporary,
        details=None if error.details is None else _details(error.details),
        repair=None if error.repair is None else repair_code(error.repair),
    )
    return chunk("package/src/errors.error.py.jinja", error=view)


def _condition(item: ConditionData) -> ConditionView:
    return ConditionView(name=item.condition, data=template_code(item.data))


def _details(details: Details) -> str:
    entries: list[tuple[str, str, bool]] = []
    if details.field is not None:
        entries.append(("field", template_code(details.field), False))
    if details.fields:
        listed = ", ".join(template_code(item) for item in details.fields)
        entries.append(("fields", f"[{listed}]", False))
    for name in ("value", "reason"):
        part: Template | None = getattr(details, name)
        if part is not None:
            entries.append((name, template_code(part), may_be_absent(part)))
    plain = "{" + ", ".join(f"{name!r}: {code}" for name, code, _ in entries) + "}"
    return f"compact({plain})" if any(absent for _, _, absent in entries) else plain


def repair_code(repair: Repair) -> str:
    """Return the Python of a repair."""
    return repair_call(
        next_step=repair.next_step or "follow_repair",
        tool=repair.tool,
        arguments=repair.arguments,
        alternative=repair.alternative,
    )


def repair_call(*, next_step: str, tool: str | None, arguments: Template | None, alternative: str | None) -> str:
    """Return a call of the runtime's `Repair` with the parts that are there."""
    parts = [f"next_step={next_step!r}"]
    if tool is not None:
        parts.append(f"tool={tool!r}")
        parts.append(f"arguments={template_code(arguments or Literal({}))}")
    if alternative is not None:
        parts.append(f"alternative={alternative!r}")
    return f"Repair({', '.join(parts)},)"
