"""The contract as its author writes it: one class per mapping, one attribute per key.

`ContractSpec` is the root. Attributes are called like the keys. Python's keywords, and `type`, `input`, `open` and
`max`, have an underscore behind them (`if_`, `type_`), and a `$` is dropped. Expressions and templates are still texts
and JSON values here.
"""

from pactwright.spec.scalars import MISSING, Duration, Missing
from pactwright.spec.top import ContractSpec

__all__ = ["MISSING", "ContractSpec", "Duration", "Missing"]
