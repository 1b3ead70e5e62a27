"""`views.py` of the generated package: how objects of upstreams are shown, and what version tokens are made of."""

from __future__ import annotations

from pactwright.emit.annotations import annotation
from pactwright.emit.memory import Memory
from pactwright.emit.python import VIEW_IMPORTS, template_code, view_function
from pactwright.emit.render import Chunk, chunk, module
from pactwright.model.contract import Contract, Version, View
from pactwright.model.expression import Entries
from pactwright.names import class_name, identifier
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class ViewView:
    """A view: its function, and what it returns, spelled as it appears."""

    function: str
    doc: str
    result_type: str
    value: str


@dataclass(frozen=True, slots=True)
class VersionView:
    """What of an object its version token is made of."""

    name: str
    function: str
    doc: str
    value: str


def views_module(contract: Contract, memory: Memory) -> str | None:
    """Return the text of `views.py`; None when the contract has neither views nor versions."""
    if not contract.views and not contract.versions:
        return None
    return module(
        f"How {contract.server.name} shows what upstreams tell.",
        imports=VIEW_IMPORTS,
        prelude="VERSIONS = VersionContents()\n" if contract.versions else "",
        chunks=[*map(_version_chunk, contract.versions), *(_view_chunk(view, contract) for view in contract.views)],
        memory=memory,
    )


def _view_chunk(view: View, contract: Contract) -> Chunk:
    schema = contract.schema(view.type)
    assert schema is not None
    shown = ViewView(
        function=view_function(view.name),
        result_type=annotation(schema, class_name(view.type)),
        doc=f"What {view.type} shows of an object.",
        value=template_code(Entries(view.map), views=""),
    )
    return chunk("package/src/views.view.py.jinja", view=shown)


def _version_chunk(version: Version) -> Chunk:
    shown = VersionView(
        name=version.name,
        function=f"{identifier(version.name)}_version",
        doc=f"What a version token of {version.name} is made of.",
        value=template_code(version.map),
    )
    return chunk("package/src/views.version.py.jinja", version=shown)
