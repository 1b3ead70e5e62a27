"""What the tools of the notes server do."""


import urllib.request
from subprocess import run

async def get_note(args, ctx):
    """Return one page."""
    page = await ctx.wiki.get_page(id=args["id"])
    return {"text": page["text"]}
