"""The server notes-mcp."""

from .errors import CATALOGUE
from .reads import COMPLETIONS, PROMPTS, RESOURCES
from .runtime import Service, run
from .tools import TOOLBOX

SERVICE = Service(
    package=__package__ or "",
    toolbox=TOOLBOX,
    catalogue=CATALOGUE,
    resources=RESOURCES,
    prompts=PROMPTS,
    completions=COMPLETIONS,
)


def main() -> None:
    """Run as the command line says."""
    run(SERVICE)
