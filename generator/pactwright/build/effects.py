"""Effects: derived from the requests a tool can make, completed by what its author says, and never contradicted."""

from __future__ import annotations

from pactwright.build.context import Context
from pactwright.build.place import Place
from pactwright.model.reach import steps_of
from pactwright.model.steps import CallStep
from pactwright.model.tools import Answer, Effects, HandlerAnswer
from pactwright.spec.effects import EffectsPresetSpec, EffectsSpec


def build_effects(spec: str | EffectsSpec | None, answer: Answer, place: Place, context: Context) -> Effects:
    """Return a tool's effects."""
    given, qualifiers = _given(spec, place, context)
    operations = _operations(answer)
    found = [context.operations[name].operation for name in operations if name in context.operations]
    remote = bool(found)
    sends_writes = any(not operation.reads for operation in found)
    local_write = given.get("local_write", False)
    process = given.get("process", False)
    for key in ("open_world", "network"):
        if remote and given.get(key) is False:
            context.diagnostics.error(
                "effects-contradict-requests",
                f"`{key}: false` is not so: the tool makes requests",
                (place / "effects" / key).key,
                hint=f"leave `{key}` out; it follows from the requests",
            )
    return Effects(
        writes=sends_writes or local_write or process,
        destructive=given.get("destructive"),
        idempotent=given.get("idempotent"),
        open_world=given.get("open_world", remote),
        network=given.get("network", remote),
        local_write=local_write,
        process=process,
        qualifiers=qualifiers,
    )


def _operations(answer: Answer) -> tuple[str, ...]:
    if isinstance(answer, HandlerAnswer):
        return answer.uses
    return tuple(step.operation for step in steps_of(answer) if isinstance(step, CallStep))


def _given(spec: str | EffectsSpec | None, place: Place, context: Context) -> tuple[dict[str, bool], dict[str, str]]:
    """Return the stated effects, presets below what is said here, and the texts that qualify some of them."""
    given: dict[str, bool] = {}
    layers: list[EffectsPresetSpec] = []
    preset = spec if isinstance(spec, str) else None if spec is None else spec.like
    if preset is not None:
        found = context.spec.effects.get(preset)
        if found is None:
            at = place / "effects" if isinstance(spec, str) else place / "effects" / "like"
            context.unknown("preset", preset, context.spec.effects, at.value, declare="declare it under `effects:`")
            given |= {"destructive": False, "idempotent": False}  # it may well say so
        else:
            layers.append(found)
    if isinstance(spec, EffectsSpec):
        layers.append(spec)
    qualifiers: dict[str, str] = {}
    for layer in layers:
        for key in ("destructive", "idempotent", "open_world", "network", "local_write", "process"):
            value = getattr(layer, key)
            if value is None:
                continue
            given[key] = value is not False
            qualifiers.pop(key, None)
            if isinstance(value, str):
                qualifiers[key] = value
    return given, qualifiers
