"""What an agent reads when the answer to a write is lost, and what GitHub has stored then.

    python -m tests.lost            try every fault on every tool that writes, and write docs/lost-answers.md
    python -m tests.lost --check    the same, but compare with docs/lost-answers.md

The server is the generated one of GitHub comments as a process of its own, with the credentials of a GitHub App; GitHub
is `tests.fakes.github`. The texts that are expected are written down in `sentences`, as agents of the original server
know them; none is taken from what our compiler emits.
"""
