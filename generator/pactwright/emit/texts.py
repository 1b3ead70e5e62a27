"""`texts.py` of the generated package: the sentences of errors, where the dialect has them."""

from __future__ import annotations

from pactwright.emit.memory import Memory
from pactwright.emit.python import EXPRESSION_IMPORTS, template_code
from pactwright.emit.render import chunk, module
from pactwright.model.contract import Contract
from pactwright.records import dataclass

IMPORTS = {"Call": ".runtime", "Texts": ".runtime", "ToolError": ".runtime", **EXPRESSION_IMPORTS}


@dataclass(frozen=True, slots=True)
class TextsView:
    """The four sentences as Python."""

    failed: str
    unanswered: str
    answered: str
    completed: str


def texts_module(contract: Contract, memory: Memory) -> str | None:
    """Return the text of `texts.py`; None when errors are no texts."""
    texts = contract.server.dialect.texts
    if texts is None:
        return None
    view = TextsView(
        failed=template_code(texts.failed),
        unanswered=template_code(texts.unanswered),
        answered=template_code(texts.answered),
        completed=template_code(texts.completed),
    )
    return module(
        f"The sentences in which {contract.server.name} tells what went wrong.",
        imports=IMPORTS,
        prelude="",
        chunks=[chunk("package/src/texts.py.jinja", texts=view)],
        memory=memory,
    )
