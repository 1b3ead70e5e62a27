"""Writing."""


async def _add(args, ctx):
    """Write a page."""


async def add_note_find(args, ctx):
    """Nobody can tell."""
    return None
