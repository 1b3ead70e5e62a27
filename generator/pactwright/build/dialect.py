"""The dialect: how results and errors look, and the sentences of errors that are one text each."""

from __future__ import annotations

from pactwright.build.context import Context
from pactwright.build.expressions import text_template
from pactwright.build.slots import CALL, FAILURE, TEXT_ROOTS, failed_slot, scope, unknown_slot
from pactwright.expr.types import Slot
from pactwright.model.server import Dialect, ErrorTexts


def build_dialect(config: Slot, context: Context) -> Dialect:
    """Return the dialect; that sentences and errors of texts come together is for a rule to say."""
    spec = context.spec.server.dialect
    return Dialect(
        results=spec.results,
        json_indent=spec.json_indent,
        errors=spec.errors,
        texts=_texts(config, context),
        annotations=spec.annotations,
        unknown_arguments=spec.unknown_arguments,
    )


def _texts(config: Slot, context: Context) -> ErrorTexts | None:
    spec = context.spec.server.dialect.texts
    if spec is None:
        return None
    place = context.root / "server" / "dialect" / "texts"
    shared = {"error": FAILURE, "call": CALL, "config": config}
    any_failure = scope({**shared, "upstream": failed_slot(certain=False)}, roots=TEXT_ROOTS)
    unanswered = scope({**shared, "upstream": unknown_slot(answered=False)}, roots=TEXT_ROOTS)
    answered = scope({**shared, "upstream": unknown_slot(answered=True)}, roots=TEXT_ROOTS)
    return ErrorTexts(
        failed=text_template(spec.failed, place / "failed", any_failure, context),
        unanswered=text_template(spec.unanswered, place / "unanswered", unanswered, context),
        answered=text_template(spec.answered, place / "answered", answered, context),
        completed=text_template(spec.completed, place / "completed", any_failure, context),
    )
