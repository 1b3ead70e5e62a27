"""Where the compiler's own files lie: beside the checkout's `generator/`, or inside the installed package.

Imports next to nothing, because the check that nothing has changed needs it at once.
"""

from __future__ import annotations

import os

PACKAGE = os.path.dirname(os.path.abspath(__file__))
_CHECKOUT = os.path.join(os.path.dirname(os.path.dirname(PACKAGE)), "templates")
_INSTALLED = os.path.join(PACKAGE, "templates")
TEMPLATES = _INSTALLED if os.path.isdir(_INSTALLED) else _CHECKOUT
EDITOR_SCHEMA = os.path.join(PACKAGE, "contract.schema.json")
