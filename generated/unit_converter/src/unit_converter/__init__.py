# Code generated from specs/unit_converter/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""Unit converter: Convert lengths and temperatures between metric and imperial units."""
