"""Writing."""


async def add_note(args, ctx):
    """Write a page."""
    page = await ctx.wiki.add_page(text=args["text"])
    return {"id": page["id"]}


async def add_note_find(args, ctx):
    """Nobody can tell."""
    return None
