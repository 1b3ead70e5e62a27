"""GitHub Issues: Find, read, create, edit, comment on, and lock/unlock GitHub issues in
repositories the configured token can see.
"""
