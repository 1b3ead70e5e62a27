"""Settings, and the configuration files that they are read from."""

from __future__ import annotations

from dataclasses import replace

from pactwright.build.context import Context
from pactwright.build.expressions import text_template
from pactwright.build.place import Place
from pactwright.build.schemas import typed_schema
from pactwright.build.slots import OPTIONAL_TEXT, scope, slot_of
from pactwright.expr.types import MapType, Slot
from pactwright.model.schema import AnySchema, StringSchema
from pactwright.model.server import ConfigFiles, Layer, Setting
from pactwright.spec.config import AncestorsSpec, ConfigSpec
from pactwright.spec.scalars import Missing

# Any variable may be set or not.
_ENVIRONMENT = Slot(MapType({}, OPTIONAL_TEXT))


def build_settings(context: Context) -> tuple[Setting, ...]:
    """Return the entries of `config:`."""
    return tuple(_setting(name, spec, context) for name, spec in context.spec.config.items())


def _setting(name: str, spec: ConfigSpec, context: Context) -> Setting:
    place = context.root / "config" / name
    schema = typed_schema(spec, place, context)
    if isinstance(schema, AnySchema) and not schema.parts:
        schema = StringSchema(span=schema.span, description=schema.description, keywords=schema.keywords)
    has_default = not isinstance(spec.default, Missing)
    return Setting(
        name=name,
        env=spec.env,
        command=spec.command or (),
        file=spec.file,
        secret=spec.secret,
        coerce=spec.coerce,
        on_invalid=spec.on_invalid,
        schema=schema,
        optional=spec.optional,
        default=None if isinstance(spec.default, Missing) else spec.default,
        has_default=has_default,
        span=place.key,
    )


def config_slot(settings: tuple[Setting, ...], *, secrets: bool) -> Slot:
    """Return the slot of `config`; secrets are seen only where a request or the store needs them."""
    fields = {}
    for setting in settings:
        if setting.secret and not secrets:
            continue
        slot = slot_of(setting.schema)
        may_lack = not setting.has_default and (setting.optional is not None or setting.on_invalid == "absent")
        fields[setting.name] = replace(slot, absent=True) if may_lack else slot
    return Slot(MapType(fields, None))


def build_config_files(context: Context) -> ConfigFiles | None:
    """Return `config_files:`."""
    spec = context.spec.config_files
    if spec is None:
        return None
    place = context.root / "config_files"
    return ConfigFiles(
        layers=tuple(_layer(layer, place / "layers" / index, context) for index, layer in enumerate(spec.layers)),
        merge=spec.merge,
        unreadable=spec.unreadable,
        read=spec.read,
        span=place.key,
    )


def _layer(spec: str | AncestorsSpec, place: Place, context: Context) -> Layer:
    ancestors = isinstance(spec, AncestorsSpec)
    path, at = (spec.ancestors, place / "ancestors") if isinstance(spec, AncestorsSpec) else (spec, place)
    names = scope({"env": _ENVIRONMENT})
    return Layer(path=text_template(path, at, names, context), ancestors=ancestors, span=place.value)
