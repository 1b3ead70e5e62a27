"""The whole contract: sections in the order in which they depend on each other."""

from __future__ import annotations

from dataclasses import replace

from pactwright.build.behaviour import check_filled
from pactwright.build.context import Context
from pactwright.build.errors import bare_errors, build_condition_data, build_conditions, build_params, worded
from pactwright.build.fit import fitted
from pactwright.build.paging import build_pagination
from pactwright.build.place import Place
from pactwright.build.references import named_type
from pactwright.build.rest import (
    build_completions,
    build_ledgers,
    build_prompts,
    build_resources,
)
from pactwright.build.schemas import build_schema
from pactwright.build.settings import build_config_files, build_settings, config_slot
from pactwright.build.signature import Signature
from pactwright.build.slots import perhaps, shared_arguments
from pactwright.build.tools import build_signature, build_tool
from pactwright.build.top import (
    build_fills,
    build_guards,
    build_modes,
    build_server,
    build_suppressions,
)
from pactwright.build.upstreams import build_upstreams
from pactwright.build.views import build_versions, build_views
from pactwright.diagnostics import Diagnostics
from pactwright.expr.types import Slot
from pactwright.load import Document
from pactwright.model.contract import Contract, Resource
from pactwright.model.errors import ErrorType
from pactwright.model.expression import Literal, Template
from pactwright.model.reach import codes_of, completion_codes
from pactwright.model.schema import NamedType
from pactwright.model.tools import Tool
from pactwright.spec import ContractSpec


def build(spec: ContractSpec, document: Document, diagnostics: Diagnostics) -> Contract:
    """Return the contract that `spec` describes; what does not hold together is reported, and stops later phases."""
    context = Context(spec, Place.top(document), diagnostics, has_handlers=bool(document.handler_files))
    types = tuple(
        NamedType(name=name, schema=schema, span=(context.root / "types" / name).key)
        for name in spec.types
        if (schema := named_type(name, context, build_schema)) is not None
    )
    settings = build_settings(context)
    config = config_slot(settings, secrets=False)
    build_params(context)
    upstreams = build_upstreams(config, config_slot(settings, secrets=True), context)
    pagination = build_pagination(context)
    pages = {item.name: item for item in pagination}
    signatures = {name: build_signature(name, tool, pages, config, context) for name, tool in spec.tools.items()}
    contract = Contract(
        service=document.folder.name,
        path=document.file.path,
        server=build_server(settings, context),
        conditions=build_conditions(context),
        condition_data=build_condition_data(context),
        config=settings,
        config_files=build_config_files(context),
        fills=build_fills(config, context),
        guards=build_guards({name: item.input for name, item in signatures.items()}, config, context),
        types=types,
        errors=bare_errors(context),
        upstreams=upstreams,
        versions=(),
        pagination=pagination,
        views=(),
        tools=tuple(build_tool(name, tool, signatures[name], config, context) for name, tool in spec.tools.items()),
        resources=build_resources("resources", spec.resources, signatures, config, context),
        resource_templates=build_resources("resource_templates", spec.resource_templates, signatures, config, context),
        completions=build_completions(config, context),
        prompts=build_prompts(config, context),
        modes=build_modes(context),
        ledgers=(),
        extensions=dict(spec.extensions),
        suppressions=build_suppressions(context),
        handlers=document.handler_files,
        span=(context.root / "server").key,
    )
    check_filled(contract.fills, contract.tools, context)
    contract = replace(contract, views=build_views(config, context))
    contract = replace(contract, ledgers=build_ledgers(_owners(contract), config, context))
    contract = replace(contract, versions=build_versions(context))
    contract = replace(contract, errors=_worded_errors(contract, config, context))
    return _with_calls(contract, signatures, context)


def _worded_errors(contract: Contract, config: Slot, context: Context) -> tuple[ErrorType, ...]:
    """Return the catalogue with its texts, each typed for all that can raise it."""
    reached = [(owner, frozenset(codes_of(owner, contract))) for owner in _owners(contract)]
    early = frozenset(code for source in contract.completions for code in completion_codes(source, contract))

    def args_of(code: str) -> Slot:
        shared = shared_arguments(owner.input for owner, codes in reached if code in codes)
        return perhaps(shared) if code in early else shared

    return tuple(
        worded(
            error,
            args_of(error.code),
            [name for name, code in contract.conditions.items() if code == error.code and _occurs(name, contract)],
            config,
            context,
        )
        for error in contract.errors
    )


def _owners(contract: Contract) -> tuple[Tool | Resource, ...]:
    """Return what has steps."""
    return (*contract.tools, *contract.resources, *contract.resource_templates)


def _occurs(condition: str, contract: Contract) -> bool:
    """Whether a condition can be met with at all: those about requests need an upstream."""
    return bool(contract.upstreams) or condition in (
        "invalid_arguments",
        "overloaded",
        "timeout",
        "internal",
        "not_found",
    )


def _with_calls(contract: Contract, signatures: dict[str, Signature], context: Context) -> Contract:
    """Return the contract with the calls that repairs and unknown outcomes lead to fitted to the tools they call."""
    errors = []
    for error in contract.errors:
        repair = error.repair
        if repair is not None and repair.tool in signatures:
            place = context.root / "errors" / error.code / "repair" / "arguments"
            given = _call(repair.tool, repair.arguments, place, signatures, context)
            error = replace(error, repair=replace(repair, arguments=given))
        errors.append(error)
    tools = []
    for tool in contract.tools:
        look = tool.if_unknown
        if look is not None and look.tool in signatures:
            place = context.root / "tools" / tool.name / "if_unknown" / "arguments"
            given = _call(look.tool, look.arguments, place, signatures, context)
            tool = replace(tool, if_unknown=replace(look, arguments=given))
        tools.append(tool)
    return replace(contract, errors=tuple(errors), tools=tuple(tools))


def _call(
    tool: str, arguments: Template | None, place: Place, signatures: dict[str, Signature], context: Context
) -> Template:
    return fitted(arguments or Literal({}), signatures[tool].input, f"the call of `{tool}`", place, context)
