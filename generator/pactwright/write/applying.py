"""A plan → the disk.

Everything new is first written beside its place; only when all of it is safely there are files replaced, one step each.
So a full disk changes nothing, and a process killed at any moment leaves every file either old or new.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from pactwright.write import journal, manifest
from pactwright.write.changes import Applied, Change, Kind, Obstacle, Plan, WriteProblem
from pactwright.write.tree import Refusal, Tree


def apply(plan: Plan, *, force: bool = False) -> Applied:
    """Make the disk hold the planned files. Hold the package's lock from planning until this returns.

    Args:
        plan: As `pactwright.write.plan` returned it.
        force: Overwrite and delete files that were edited by hand.

    Returns:
        What was written and removed, or the problems. Unknown files are left alone and are no problem.
    """
    changes = [change for change in plan.changes if change.kind is not Kind.FOREIGN]
    problems = plan.problems or (() if force else _hand_edits(plan, changes))
    if problems:
        return Applied(problems=problems)
    if not changes:
        journal.close(plan.root, plan.service)
        return Applied()
    written: list[str] = []
    removed: list[str] = []
    staged: dict[str, str] = {}
    with Tree(plan.root, plan.folder) as tree:
        try:
            for change in changes:
                if change.after is not None:
                    staged[change.path] = tree.stage(change.path, change.after)
            moved = _changed_meanwhile(plan, tree, changes)
            if moved:
                return Applied(problems=moved)
            _put_in_place(plan, tree, changes, staged, written=written, removed=removed)
        except Refusal as refusal:
            return Applied(tuple(written), tuple(removed), (refusal.problem,))
        finally:
            _clear(tree, staged)
    journal.close(plan.root, plan.service)
    return Applied(tuple(written), tuple(removed))


def _put_in_place(
    plan: Plan, tree: Tree, changes: list[Change], staged: dict[str, str], *, written: list[str], removed: list[str]
) -> None:
    """Replace and delete files, the manifest last: until then the next run sees an unfinished job."""
    journal.note(plan.root, plan.service, {path: plan.hashes[path] for path in staged})
    ordered = sorted(changes, key=lambda change: (change.path == manifest.NAME, change.path))
    for change in ordered:
        if change.after is None:
            tree.remove(change.path)
            removed.append(change.path)
        else:
            tree.replace(staged[change.path], change.path)
            del staged[change.path]
            written.append(change.path)
    tree.sync()


def _hand_edits(plan: Plan, changes: list[Change]) -> tuple[WriteProblem, ...]:
    return tuple(
        WriteProblem(plan.shown(change), Obstacle.EDITED, "was edited by hand", plan.remedy(change))
        for change in changes
        if change.kind is Kind.EDITED
    )


def _changed_meanwhile(plan: Plan, tree: Tree, changes: list[Change]) -> tuple[WriteProblem, ...]:
    """Look once more at every file that is about to go: somebody may have saved one since it was compared."""
    return tuple(
        WriteProblem(
            plan.shown(change),
            Obstacle.MOVED,
            "was changed while the package was being generated",
            f"run `pactwright generate {plan.service}` again",
        )
        for change in changes
        if tree.read(change.path) != change.before
    )


def _clear(tree: Tree, staged: Mapping[str, str]) -> None:
    """Remove what was staged and did not get into place."""
    for path in staged.values():
        with suppress(Refusal):
            tree.remove(path)
