"""GitHub's REST API: one module per kind of thing, each a set of functions from a request to an answer."""
