"""The command line: arguments in, exit code out; findings on stdout, progress on stderr.

Exit codes: 0 clean, 1 findings or drift, 2 usage or internal error. Everything slow to import is imported where it is
used, so that a run without changes stays fast.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pactwright import __version__
from pactwright.commands.project import Service, check_places, find_root, left_behind, select

if TYPE_CHECKING:
    from pactwright.commands.generation import Outcome, Task

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_INTERRUPTED = 130  # 128 + SIGINT, as shells count

_root: Decorator = click.option(
    "--root", metavar="FOLDER", help="The project: the folder with `specs/`. Default: the nearest one above."
)
_format: Decorator = click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    show_default=True,
    help="How findings are printed.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def commands() -> None:
    """Compile contracts into MCP servers.

    SPEC is a service's name, its folder below `specs/`, or the path of its contract; without any, all are meant.
    """


@commands.command()
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved, until stopped with Ctrl-C.")
@_format
@_root
def check(specs: tuple[str, ...], watch: bool, style: str, root: str | None) -> int:
    """Say what is wrong with contracts; write nothing."""
    if watch and style != "text":
        raise click.UsageError(f"--watch prints text: `--format {style}` is one document, and a watch has no end")
    project = find_root(root, specs)
    services = _services(specs, project)
    if watch:
        _prepare()
        from pactwright.commands.watching import watch as check_on_save

        check_on_save(lambda: _services(specs, project))
    from pactwright.commands.generation import Check

    return _work(Check(), services, style)


@commands.command()
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@click.option("--check", is_flag=True, help="Write nothing; print how the files differ from the contracts, and exit 1.")
@click.option("--force", is_flag=True, help="Overwrite files that were edited by hand.")
@_format
@_root
def generate(specs: tuple[str, ...], check: bool, force: bool, style: str, root: str | None) -> int:
    """Compile contracts to `generated/<service>/`."""
    if check and force:
        raise click.UsageError("--check writes nothing, so --force has no meaning with it")
    project = find_root(root, specs)
    services = _services(specs, project)
    check_places(services)
    services += () if specs else left_behind(project)
    if not check and style == "text":
        services = tuple(service for service in services if not _is_unchanged(service))
        if not services:
            return 0
    from pactwright.commands.generation import Compare, Write

    return _work(Compare() if check else Write(force), services, style)


@commands.command()
@click.argument("spec")
@_format
@_root
def stub(spec: str, style: str, root: str | None) -> int:
    """Begin the handlers that are still missing, beside the contract.

    Writes a typed function for each tool and resource that needs one into `handlers.py` (or `handlers/__init__.py`),
    behind what is there. A function that exists is never touched.
    """
    (service,) = select((spec,), find_root(root, (spec,)))
    from pactwright.commands.stubs import begin_handlers

    return begin_handlers(service, style)


@commands.command(context_settings={"ignore_unknown_options": True})
@click.argument("spec")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[SERVER OPTIONS]...")
@click.option("--mock", is_flag=True, help="Answer from the contract's examples; needs no credentials.")
@_root
def run(spec: str, arguments: tuple[str, ...], mock: bool, root: str | None) -> None:
    """Start a generated server over stdio, or with `--http HOST:PORT`.

    Every option that is not listed here goes to the server; `-- --help` shows the server's own.
    """
    (service,) = select((spec,), find_root(root, (spec,)))
    source = service.target / "src"
    found = sorted(source.glob("*/__main__.py"))
    if not found:
        raise click.UsageError(f"{service.name} has not been generated yet: run `pactwright generate {service.name}`")
    paths = [str(source), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    # -P: a file in the current folder must not be taken for one of the server's modules.
    command = [sys.executable, "-P", "-m", found[0].parent.name, *(("--mock",) if mock else ()), *arguments]
    os.execve(sys.executable, command, environment)


@commands.command()
@click.argument("name")
@_root
def new(name: str, root: str | None) -> int:
    """Start a service: write `specs/NAME/contract.yaml`, to be made yours."""
    from pactwright.commands.scaffold import create

    contract = create(name, _root_for_new(root))
    click.echo(os.path.relpath(contract))
    click.echo(f"next: pactwright generate {name} && pactwright run {name} --mock", err=True)
    return 0


@commands.command()
@click.argument("rule", required=False)
def explain(rule: str | None) -> int:
    """Print a rule's page: why it exists, a bad and a good contract. Without RULE: list the rules."""
    from pactwright.check.catalogue import catalogue

    pages = {page.name: page.text for page in catalogue().values()}
    if rule is None:
        click.echo("\n".join(sorted(pages)))
        return 0
    if rule not in pages:
        from difflib import get_close_matches

        near = " or ".join(f"`{name}`" for name in get_close_matches(rule, pages))
        raise click.UsageError(f"no rule `{rule}`" + (f": did you mean {near}?" if near else ""))
    click.echo(f"{rule}\n\n{pages[rule]}")
    return 0


def main() -> None:
    """Run the command line and exit."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = _guarded()
    # The interpreter looks for garbage once more before it ends; what is frozen it leaves alone.
    gc.freeze()
    sys.exit(code)


def _guarded() -> int:
    try:
        code = commands.main(prog_name="pactwright", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return 2
    except (click.Abort, KeyboardInterrupt):
        print("pactwright: stopped", file=sys.stderr)
        return _INTERRUPTED
    except BrokenPipeError:
        # Nobody reads on; without this the interpreter would complain once more while it ends. click answers 1, too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        from pactwright.commands.generation import Failure
        from pactwright.commands.reporting import failure_text

        failure = Failure(f"{type(error).__name__}: {str(error).partition(chr(10))[0]}", traceback.format_exc())
        print(failure_text(failure, "pactwright"), file=sys.stderr)
        return 2
    return code if isinstance(code, int) else 0


def _services(specs: tuple[str, ...], root: Path) -> tuple[Service, ...]:
    services = select(specs, root)
    if not services and not left_behind(root):
        raise click.UsageError("`specs/` has no contract yet: start one with `pactwright new NAME`")
    return services


def _work(task: Task, services: tuple[Service, ...], style: str) -> int:
    from pactwright.commands.generation import perform
    from pactwright.commands.reporting import announce, exit_code, publish

    _prepare()
    outcomes: list[Outcome] = []
    for outcome in perform(task, services):
        announce(outcome)
        outcomes.append(outcome)
    publish(outcomes, style)
    return exit_code(outcomes)


def _prepare() -> None:
    """Leave out what only takes time."""
    # What others plug into pydantic has no business here, and looking for it is slow.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Nearly all that a run builds is needed until it ends: to look for garbage would free nothing.
    gc.disable()


def _is_unchanged(service: Service) -> bool:
    from pactwright import stamp

    if service.contract is None:
        return False
    last = stamp.unchanged(service.name, service.contract, service.target, root=service.root)
    if last is None:
        return False
    count = f"{last.warnings} warning{'' if last.warnings == 1 else 's'}"
    warnings = f" ({count}: `pactwright check {service.name}` shows them)" if last.warnings else ""
    click.echo(f"{service.name}: unchanged{warnings}", err=True)
    return True


def _root_for_new(root: str | None) -> Path:
    """A new service may be the project's first."""
    try:
        return find_root(root, ())
    except click.UsageError:
        if root is not None:
            raise
        return Path.cwd()
