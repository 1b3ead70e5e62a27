# Code generated from specs/github_comments/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The sentences in which github-comments-mcp tells what went wrong."""

from __future__ import annotations

from .runtime import Call, Texts, ToolError
from .runtime.expressions import text_of


class Sentences(Texts):
    """Sentences as the contract words them."""

    def failed(self, call: Call, error: ToolError) -> str:
        return f"{call.tool} failed: {error.message}"

    def unanswered(self, call: Call, error: ToolError) -> str:
        return f"{call.tool}: no answer came back from GitHub for {error.upstream['operation']} ({error.upstream['cause']}), so whether it took effect is unknown. Look on GitHub before trying again: a retry may do it twice."

    def answered(self, call: Call, error: ToolError) -> str:
        return f"{call.tool}: GitHub answered {error.upstream['operation']} with {text_of(error.upstream['status'])} ({error.upstream['message']}), so whether it took effect is unknown. Look on GitHub before trying again: a retry may do it twice."

    def completed(self, call: Call, error: ToolError) -> str:
        return f"Already done: {'; '.join(error.completed)}."


TEXTS = Sentences()
