"""What the tools of the notes server do."""


async def get_note(ctx, args):
    """Return one page."""
    page = await ctx.wiki.get_page(id=args["id"])
    return {"text": page["text"]}


async def count_words(args):
    """Count."""
    return {"words": len(args["text"].split())}


async def list_notes(args, ctx):
    """Return one page."""
    page = await ctx.wiki.list_pages().at(at)
    return page.of([row["text"] for row in page.rows])
