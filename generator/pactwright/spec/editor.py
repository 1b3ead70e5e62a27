"""The models → the JSON Schema that editors check and complete contracts with.

It says as much of the models as JSON Schema can: every key with its description, named maps with the pattern of their
names, unions with a title per branch, and the relations between keys. What expressions mean is beyond it.
Run `python -m pactwright.spec.editor` to print it.
"""

import inspect
import json
import sys
from itertools import combinations
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from pactwright.spec.base import CheckedSpec
from pactwright.spec.scalars import EXTENSION_KEY, Duration, Missing
from pactwright.spec.schemas import SchemaKeywords
from pactwright.spec.top import ContractSpec

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
TITLE: Final = "Pactwright contract"

# The rule by which a mapping is a schema rather than a map of properties.
MARKED_AS_SCHEMA: Final[JsonSchemaValue] = {
    "anyOf": [
        *({"required": [key], "properties": {key: {"type": "string"}}} for key in ("$ref", "union", "type")),
        *({"required": [key], "properties": {key: {"type": "array"}}} for key in ("type", "enum")),
        {"required": ["const"]},
    ]
}


def editor_schema() -> dict[str, Any]:
    """Return the schema of a contract, as JSON Schema 2020-12."""
    made = ContractSpec.model_json_schema(schema_generator=EditorSchema)
    # Included files have neither of the two keys that a contract needs, and are edited with the same schema.
    first, second = made.pop("required")
    together = {first: [second], second: [first]}
    return {"$schema": DIALECT, **made, "title": TITLE, "dependentRequired": together}


def prose(model: type[BaseModel]) -> tuple[str, str]:
    """Return the first sentence of a class's docstring without its full stop, and all its prose without the example."""
    text = inspect.cleandoc(model.__doc__ or "").split("```yaml")[0]
    paragraphs = " ".join(text.split())
    return paragraphs.split(". ")[0].rstrip("."), paragraphs


class EditorSchema(GenerateJsonSchema):
    """Makes the schema easier on editors than pydantic does by itself."""

    def sort(self, value: JsonSchemaValue, parent_key: str | None = None) -> JsonSchemaValue:
        """Keep the order of the models."""
        return value

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Leave out titles that only repeat a key."""
        return False

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        """Leave null out: in a contract, what is not there is left out."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Show only defaults that an author could write."""
        inner = self.generate_inner(schema["schema"])
        default = schema.get("default")
        if isinstance(default, Duration):
            return {**inner, "default": default.text}
        shown = isinstance(default, bool | int | str) and not isinstance(default, Missing) and default != ""
        return {**inner, "default": default} if shown else inner

    def union_schema(self, schema: core_schema.UnionSchema) -> JsonSchemaValue:
        """Write a union of numbers as a number."""
        made = super().union_schema(schema)
        numbers = made.get("anyOf") == [{"type": "integer"}, {"type": "number"}]
        return {"type": "number"} if numbers else made

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        """Give each branch a title; tell maps of properties from schemas as the language does."""
        made = {str(tag): self.generate_inner(choice) for tag, choice in schema["choices"].items()}
        if made.keys() == {"properties", "schema"}:
            as_map = {"if": {"additionalProperties": {"type": "object"}}, "then": made["properties"]}
            return {
                "type": "object",
                "if": MARKED_AS_SCHEMA,
                "then": made["schema"],
                "else": {**as_map, "else": made["schema"]},
            }
        return {"oneOf": [choice if "$ref" in choice else {"title": tag, **choice} for tag, choice in made.items()]}

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        """Refuse keys that do not match, and list those that can be listed."""
        made = super().dict_schema(schema)
        names = made.get("propertyNames", {}).get("enum")
        if names:
            values = made.pop("additionalProperties")
            made = {"type": "object", "properties": dict.fromkeys(names, values)}
        return {**made, "additionalProperties": False} if names or "patternProperties" in made else made

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Add what the class says of itself and of the relations between its keys."""
        made = super().model_schema(schema)
        model = schema["cls"]
        title, description = prose(model)
        made |= {"title": title, "description": description}
        if issubclass(model, SchemaKeywords):
            made |= {"patternProperties": {EXTENSION_KEY: {}}, "additionalProperties": False}
        return {**made, **relations(model)} if issubclass(model, CheckedSpec) else made


def relations(model: type[CheckedSpec]) -> JsonSchemaValue:
    """Return the relations between the keys of a class, as JSON Schema."""
    made: JsonSchemaValue = {}
    if model.needs:
        made["dependentRequired"] = {key: [other] for key, other in model.needs}
    pairs = [list(pair) for group in model.at_most_one for pair in combinations(group, 2)]
    if pairs:
        made["not"] = {"anyOf": [{"required": pair} for pair in pairs]}
    return made


def editor_schema_text() -> str:
    """Return the schema as it is written to disk."""
    return json.dumps(editor_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(editor_schema_text())
