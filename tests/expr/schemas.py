"""The scope that tables of expressions share: arguments, an upstream answer, conditional steps, settings."""

from __future__ import annotations

from evaluation import BOOL, DOUBLE, DYN, INT, STRING, listing, nullable, optional, record
from pactwright.expr import Root, Scope, Slot, parse

LABEL = record(name=STRING, color=optional(STRING), description=nullable(STRING))
USER = record(login=STRING, name=optional(STRING), site=nullable(STRING))
ISSUE = record(
    title=STRING,
    body=nullable(STRING),
    reason=optional(STRING),
    note=Slot(STRING, absent=True, null=True),
    locked=BOOL,
    comments=INT,
    score=DOUBLE,
    user=nullable(USER),
    milestone=optional(USER),
    labels=listing(LABEL),
    numbers=listing(INT),
    names=listing(STRING),
    maybe=listing(nullable(STRING)),
    owners=optional(listing(STRING)),
    extra=record(Slot(STRING)),
    any=DYN,
)
ARGS = record(owner=STRING, repo=STRING, number=INT, flag=BOOL, other=BOOL, state=optional(STRING), limit=optional(INT))
PLAIN = record(id=INT, url=STRING, note=nullable(STRING))

SCOPE = Scope(
    {
        "args": Slot(ARGS),
        "issue": Slot(ISSUE),
        "call": Slot(record(request_id=STRING, tool=STRING)),
        "on": Slot(PLAIN, when=parse("args.flag")),
        "off": Slot(PLAIN, when=parse("!args.flag")),
        "given": Slot(PLAIN, when=parse("has(args.state)")),
        "found": Slot(PLAIN, absent=True, null=True),
        "chained": Slot(PLAIN, when=parse("has(on) && on.id > 3")),
        "late": Slot(PLAIN, when=parse("now() > '2020'")),
    },
    {
        "args": Root("args"),
        "issue": Root("issue"),
        "call": Root("call", attributes=True),
        **{name: Root(name) for name in ("on", "off", "given", "found", "chained", "late")},
    },
)
