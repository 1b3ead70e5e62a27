"""The fault matrix: what the GitHub issues server answers when something goes wrong at GitHub.

    python -m tests.matrix            run every cell, print the table, write docs/faults.md
    python -m tests.matrix --check    the same, but compare with docs/faults.md
    python -m tests.matrix --row 5    only some faults; prints, and writes nothing

Rows are faults, columns what a client can ask for, a cell is the code that came out and what became of the write. What
is expected follows from the contract and from the nature of the fault (`natures`), never from what was observed.
The server is the generated one, as processes over stdio; GitHub is `tests.fakes.github`.
"""
