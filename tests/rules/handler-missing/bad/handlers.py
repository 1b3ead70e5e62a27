"""What the tools of the notes server do."""


async def get_note(args, ctx):
    """Return one page."""
    page = await ctx.wiki.get_page(id=args["id"])
    return {"text": page["text"]}


async def add_note(args, ctx):
    """Write a page."""
    page = await ctx.wiki.add_page(text=args["text"])
    return {"id": page["id"]}
