"""`pactwright stub`: a contract → the handlers that it lacks, begun in the file beside it."""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF8
from pathlib import Path

from pactwright.commands.generation import Outcome
from pactwright.commands.project import Service
from pactwright.commands.reporting import CLEAN, announce, exit_code, publish
from pactwright.diagnostics import Diagnostics, Severity
from pactwright.handler_facts import Wanted, main_module, missing, wanted
from pactwright.model.contract import Contract
from pactwright.write import WriteProblem, put

# What is about to be mended.
_EXPECTED = "handler-missing"


def begin_handlers(service: Service, style: str) -> int:
    """Write the handlers that the service lacks; return the exit code.

    The path of the file goes to stdout, or what is wrong with the contract, and then nothing is written.
    """
    from pactwright.pipeline import judged_contract

    assert service.contract is not None
    diagnostics = Diagnostics()
    contract = judged_contract(service.contract, root=service.root, diagnostics=diagnostics)
    errors = [item for item in diagnostics if item.severity is Severity.ERROR and item.rule != _EXPECTED]
    if contract is None or errors:
        return _told(Outcome(service.name, Diagnostics(errors)), style)
    lacking = tuple(missing(contract))
    if not lacking:
        none = "every handler is there" if any(wanted(contract)) else "no tool or resource needs a handler"
        print(f"{service.name}: {none}", file=sys.stderr)
        return CLEAN
    path = _main_file(service.contract, contract)
    problem = _written(path, contract, lacking, service.root)
    if problem is not None:
        return _told(Outcome(service.name, problems=(problem,)), style)
    print(os.path.relpath(path))
    print(f"{service.name}: begun {', '.join(f'`{item.name}`' for item in lacking)}", file=sys.stderr)
    print(f"next: pactwright generate {service.name}, then write what they do", file=sys.stderr)
    return CLEAN


def _written(path: Path, contract: Contract, lacking: tuple[Wanted, ...], root: Path) -> WriteProblem | None:
    from pactwright.emit.stubs import with_stubs

    main = main_module(contract)
    mark = BOM_UTF8 if main is not None and path.read_bytes().startswith(BOM_UTF8) else b""
    before = None if main is None else mark + main.file.text.encode()
    after = mark + with_stubs(contract, lacking).encode()
    return put(path.relative_to(root).as_posix(), after, before=before, root=root)


def _main_file(contract: Path, model: Contract) -> Path:
    """Return the file that handlers are looked for in: the one that is there, else `handlers.py`."""
    main = main_module(model)
    is_package = main is not None and main.is_package
    return contract.parent / ("handlers/__init__.py" if is_package else "handlers.py")


def _told(outcome: Outcome, style: str) -> int:
    announce(outcome)
    publish([outcome], style)
    return exit_code([outcome])
