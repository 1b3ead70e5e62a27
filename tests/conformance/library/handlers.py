"""What the library does that takes more than steps."""

from __future__ import annotations

from library_mcp.contexts import RemindReaderContext
from library_mcp.models import RemindReaderArgs, RemindReaderResult


async def remind_reader(args: RemindReaderArgs, ctx: RemindReaderContext) -> RemindReaderResult:
    """Only readers with loans are reminded."""
    reader = await ctx.desk.get_reader(reader=args["reader"])
    if reader["loans"] == 0:
        return {"reminded": False}
    await ctx.desk.notify(reader=args["reader"], id=args["loan"], text=f"Loan {args['loan']} is late.")
    return {"reminded": True}
