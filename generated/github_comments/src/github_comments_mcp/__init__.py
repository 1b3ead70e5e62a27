# Code generated from specs/github_comments/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""GitHub comments: Comment on GitHub issues and pull requests as a GitHub App, and say
honestly when a write may have been lost.
"""
