"""What the tools of the notes server do."""


async def get_note(args, ctx):
    """Return one note."""
    raise NotImplementedError("get_note is not written yet")
