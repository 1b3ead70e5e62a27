"""From the shape of the YAML to the contract: names resolved, defaults filled in, expressions typed."""

from pactwright.build.contract import build

__all__ = ["build"]
