"""What the tools of the notes server do."""


async def get_note(args, ctx, *, tries=3):
    """Return one page."""
    page = await ctx.wiki.get_page(id=args["id"])
    return {"text": page["text"]}


def count_words(args, /, at_most=1000):
    """Count."""
    return {"words": len(args["text"].split())}


async def list_notes(args, ctx, at):
    """Return one page."""
    page = await ctx.wiki.list_pages().at(at)
    return page.of([row["text"] for row in page.rows])
