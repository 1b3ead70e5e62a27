"""`dataclass` for the compiler's own data: frozen to the type checker, and as quick to make as any other object.

A frozen dataclass sets each of its attributes by a call, which takes three times as long. A large contract becomes some
hundred thousand objects, so nobody but the type checker watches over them. Whoever changes one anyway, changes a hash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses

    def dataclass(*, frozen=False, eq=True, **options):
        """Return the standard library's decorator; what should be frozen has a hash, but may be changed."""
        return dataclasses.dataclass(eq=eq, unsafe_hash=frozen and eq, **options)
