"""From a request to the handler of its route.

Routes are matched on the path as it was sent, segment by segment, and only then decoded: a label called `a/b` is one
segment `a%2Fb`. A router that decodes first (as the usual ones do) cannot tell it from two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import unquote

from ..store import Store
from ..wire import DOCS, Answer
from .context import Context

Handler = Callable[[Context], Answer]


@dataclass(frozen=True)
class Route:
    """A method and a template such as `/repos/{owner}/{repo}`; `page` is where GitHub documents it."""

    method: str
    template: str
    handler: Handler
    page: str = ""

    @property
    def documentation(self) -> str:
        return f"{DOCS}/rest/{self.page}" if self.page else f"{DOCS}/rest"

    def arguments(self, segments: list[str]) -> dict[str, str] | None:
        """Return the decoded parts of a path that the template names, or None when it is another path."""
        wanted = self.template.split("/")
        if len(wanted) != len(segments):
            return None
        found = {}
        for part, segment in zip(wanted, segments, strict=True):
            if part.startswith("{"):
                found[part[1:-1]] = unquote(segment)
            elif part != segment:
                return None
        return found if all(found.values()) else None


def canonical(store: Store, path: str) -> str:
    """Return a path that names a repository by its owner and name; GitHub also takes `/repositories/{id}`."""
    _, first, *rest = [*path.split("/"), ""]
    if first == "repositories" and rest and rest[0].isdigit():
        repository = store.repositories.get(int(rest[0]))
        if repository is not None:
            return "/".join(["", "repos", repository.full_name, *rest[1:-1]])
    return path


def find(routes: Iterable[Route], method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """Return the route of a request and the parts of its path; HEAD goes where GET goes."""
    wanted = "GET" if method == "HEAD" else method
    segments = path.split("/")
    for route in routes:
        if route.method == wanted and (arguments := route.arguments(segments)) is not None:
            return route, arguments
    return None
