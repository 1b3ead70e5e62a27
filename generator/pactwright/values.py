"""JSON values as Python holds them."""

from __future__ import annotations

JsonValue = dict[str, "JsonValue"] | list["JsonValue"] | str | int | float | bool | None
