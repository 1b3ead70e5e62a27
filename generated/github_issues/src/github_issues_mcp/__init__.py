# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""GitHub Issues: Find, read, create, edit, comment on, and lock/unlock GitHub issues in
repositories the configured token can see.
"""
