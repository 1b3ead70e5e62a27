"""`docs/resources.md`: what can be read by URI, and what the variables of a template take."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.emit.docs.examples import ExampleView, resource_examples
from pactwright.emit.docs.fields import ArgumentRow, ResultRow, argument_rows, result_rows
from pactwright.emit.docs.links import Links
from pactwright.emit.docs.wording import listed
from pactwright.emit.markdown import code, heading, prose
from pactwright.emit.notice import markdown_notice
from pactwright.emit.output import OutputFile
from pactwright.emit.render import render
from pactwright.model.contract import Contract, Resource, ToolSource
from pactwright.model.reach import codes_of, is_live
from pactwright.model.tools import SummaryAnswer
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class ResourceView:
    """One resource or template; everything is finished Markdown."""

    title: str
    uri: str
    description: str
    facts: tuple[str, ...]
    variables: tuple[ArgumentRow, ...]
    results: tuple[ResultRow, ...]
    examples: tuple[ExampleView, ...]


@dataclass(frozen=True, slots=True)
class ResourcesView:
    """The whole page."""

    notice: str
    resources: tuple[ResourceView, ...]


def resources_page(contract: Contract) -> Iterator[OutputFile]:
    """Yield the page, when there is anything to read."""
    links = Links.seen_from(contract, tools="tools/", docs="")
    found = (*contract.resources, *contract.resource_templates)
    if found:
        views = tuple(_resource(item, contract, links) for item in found)
        text = render("package/docs/resources.md.jinja", view=ResourcesView(markdown_notice(contract), views))
        yield OutputFile("docs/resources.md", text)


def _resource(resource: Resource, contract: Contract, links: Links) -> ResourceView:
    return ResourceView(
        title=heading(resource.title),
        uri=code(resource.uri),
        description=prose(resource.description or ""),
        facts=tuple(_facts(resource, contract, links)),
        variables=() if resource.input is None else argument_rows(resource.input),
        results=() if resource.output is None else result_rows(resource.output),
        examples=resource_examples(resource, contract),
    )


def _facts(resource: Resource, contract: Contract, links: Links) -> Iterator[str]:
    yield f"Type: {code(resource.mime_type)}."
    match resource.answer:
        case SummaryAnswer():
            yield "The [capability summary](capabilities.md)."
        case ToolSource(tool=tool):
            yield f"The same as a part of the result of {links.tool(tool)}."
        case _:
            pass
    completed = (
        () if resource.input is None else tuple(item.name for item in resource.input.properties if item.complete)
    )
    if completed:
        yield f"Completion offers values for {listed(completed)}."
    codes = codes_of(resource, contract)
    if codes:
        yield f"Errors: {', '.join(map(links.error, codes))}."
    if not is_live(resource, contract):
        yield "For now it is answered only while the server runs with `--mock`."
