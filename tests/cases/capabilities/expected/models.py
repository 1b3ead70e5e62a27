# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of capabilities-mcp."""

from __future__ import annotations

from typing import TypedDict


class CapabilitiesArgs(TypedDict):
    pass
