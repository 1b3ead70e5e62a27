"""What a tool takes and gives, which repairs and other tools refer to before it is known how it is answered."""

from __future__ import annotations

from pactwright.model.schema import ObjectSchema, Schema
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """What a tool takes and gives. `own` is the result without the properties that paging adds."""

    input: ObjectSchema
    own: Schema | None
    output: Schema | None
