"""What the tools of the notes server do."""


def get_note(args, ctx):
    """Return one page."""
    page = ctx.wiki.get_page(id=args["id"])
    return {"text": page["text"]}


def count_words(args, *, most):
    """Count."""
    return {"words": len(args["text"].split())}


async def list_notes(args, ctx, at, size):
    """Return one page."""
    page = ctx.wiki.list_pages().at(at)
    return page.of([row["text"] for row in page.rows])
