# Code generated from specs/github_sdlc_planning/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""GitHub SDLC planning: Plan work on GitHub: issues with MIF identities, sub-issues,
milestones, Projects v2 boards and discussions.
"""
