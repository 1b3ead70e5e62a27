"""A GitHub for tests: a real server on loopback that remembers, follows GitHub's documentation, and fails on demand.

    with FakeGithub() as github:
        token = github.token("alice")
        widgets = github.repository("acme/widgets", collaborators={"alice": "push"}, labels=["bug"])
        widgets.issue("It breaks", labels=["bug"])
        github.inject(faults.closed(stored=True), method="POST", path="/repos/.*/comments")
        ...  # a client that is pointed at github.url, with token.value
        assert github.log.lines == ["POST /repos/acme/widgets/issues/1/comments"]

It is also a process: `python -m tests.fakes.github` prints its URL and the one of its control endpoint.
"""

from . import faults
from .clock import SettableClock, real_time
from .fake import FakeGithub
from .log import Entry
from .rules import Rule

__all__ = ["Entry", "FakeGithub", "Rule", "SettableClock", "faults", "real_time"]
