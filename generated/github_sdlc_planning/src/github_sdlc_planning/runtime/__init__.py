"""What generated servers run on.

Copied into every generated package, so that one depends on public libraries only. Generated code imports from here; the
modules behind it that need the MCP library are imported when a server starts.
"""

from .calls import Call
from .catalogue import Catalogue
from .contents import VersionContents
from .contract import Contract, ContractError
from .dialects import Texts
from .envelope import Repair, ToolError, Violation
from .ledgers import Ledger, Ledgers
from .options import Options
from .rules import at_least_one, disjoint, exclusive, only_when, only_with, together
from .service import Service, run
from .settings import Settings
from .summary import instructions, summary, summary_schema
from .tools import Completions, Content, NotLive, Prompts, Resources, Tool, Toolbox

__all__ = [
    "Call",
    "Catalogue",
    "Completions",
    "Content",
    "Contract",
    "ContractError",
    "Ledger",
    "Ledgers",
    "NotLive",
    "Options",
    "Prompts",
    "Repair",
    "Resources",
    "Service",
    "Settings",
    "Texts",
    "Tool",
    "ToolError",
    "Toolbox",
    "VersionContents",
    "Violation",
    "at_least_one",
    "disjoint",
    "exclusive",
    "instructions",
    "only_when",
    "only_with",
    "run",
    "summary",
    "summary_schema",
    "together",
]
