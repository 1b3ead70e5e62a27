"""What the tools of the notes server do."""


async def get_note(args, ctx):
    """Return one page."""
    page = await page_of(args, ctx)
    return {"text": page["text"]}


async def page_of(args, ctx):
    """Return the page itself."""
    return await ctx.wiki.get_page(id=args["id"])


async def _another(args, ctx):
    """Return nothing."""
