"""Faults to put into a server that sends documents of GraphQL, asks as a GitHub App and has tokens with scopes."""

from __future__ import annotations

from live_faults import TOOLS, UPSTREAMS, Fault

GRAPHQL, APP, ASKING, SCOPES = "runtime/graphql.py", "runtime/github_app.py", "runtime/asking.py", "runtime/scopes.py"
SERVICE = "runtime/upstreams.py"

FAULTS = {
    # Documents and their variables.
    "null-for-an-unset-variable": Fault(
        "live.success", UPSTREAMS, 'compact({"id": id, "reason": reason})', '{"id": id, "reason": reason or None}'
    ),
    "null-for-an-unset-argument": Fault("live.success", TOOLS, 'args.get("reason", ABSENT)', 'args.get("reason")'),
    "another-document": Fault("live.success", UPSTREAMS, "nodes { id number title closed }", "nodes { id number }"),
    "variables-in-the-query": Fault(
        "live.success", UPSTREAMS, '"variables": {"number": number}}', '"variables": {}}, query={"number": number}'
    ),
    "the-whole-body-as-data": Fault("live.success", GRAPHQL, "replace(answer, body=data)", "answer"),
    # What is said under one status.
    "types-ignored": Fault("live.refused", GRAPHQL, 'return str(error["type"])', "return f\"{error['type']}?\""),
    "errors-overlooked": Fault("live.lost", GRAPHQL, "if errors:", "if errors and not body.get('data'):"),
    "a-lost-mutation-as-a-failed-read": Fault(
        "live.lost",
        UPSTREAMS,
        'operation="close_issue",\n            method="POST",\n            path="/graphql",\n            reads=False',
        'operation="close_issue",\n            method="POST",\n            path="/graphql",\n            reads=True',
    ),
    "partial-as-refused": Fault("live.lost", GRAPHQL, "(request.reads or not _gave_something(body))", "True"),
    "untyped-as-refused": Fault("live.lost", GRAPHQL, "SCHEMA_ERROR if coded else None", "SCHEMA_ERROR"),
    "no-data-as-nothing": Fault("live.lost", GRAPHQL, "if not isinstance(data, Mapping):", "if False:"),
    "misread-as-unknown": Fault("live.refused", GRAPHQL, "SCHEMA_ERROR if coded else None", "None"),
    "empty-as-null": Fault(
        "live.refused",
        UPSTREAMS,
        '"issue_not_found", answer)\n\n        document',
        '"not_allowed", answer, {"why": "rule"})\n\n        document',
    ),
    "limits-as-refusals": Fault("live.limited", "runtime/rate_limits.py", "bool(types & _TYPES)", "bool(types & {1})"),
    "writes-at-once": Fault("live.pace", UPSTREAMS, "pace_writes_ms = 150", "pace_writes_ms = 0"),
    # Pages.
    "an-end-overlooked": Fault("live.pages", SERVICE, 'if info.get("hasNextPage") is not True:', "if False:"),
    "a-page-for-ever": Fault("live.lost", SERVICE, "following is not None and following == place", "False"),
    "a-list-cut-without-a-word": Fault(
        "live.lost",
        SERVICE,
        'if not isinstance(info.get("endCursor"), str):',
        'if info["endCursor"] is None:\n            return None\n        if False:',
    ),
    "too-many-taken": Fault("live.refused", TOOLS, "if more:", "if more and False:"),
    "everything-kept": Fault("live.success", TOOLS, 'if not it["closed"]', "if True"),
    "only-the-first-of-each": Fault(
        "live.success", TOOLS, 'for it in args["numbers"]]', 'for it in args["numbers"][:1]]'
    ),
    # The app.
    "another-app": Fault("live.success", APP, '"iss": str(app["app_id"])', '"iss": f"{app[\'app_id\']}0"'),
    "a-life-too-long": Fault("live.success", APP, "LIFE_SECONDS = 540", "LIFE_SECONDS = 3600"),
    "another-repository": Fault(
        "live.success", UPSTREAMS, '"repo": self.call.args.get("repo", ABSENT)', '"repo": "other"'
    ),
    "refused-tokens-kept": Fault("live.refused", APP, "del self._known.tokens[installation]", "pass"),
    "half-a-place": Fault("live.filled", "tools.py", 'if "team" not in args or "desk" not in args:', "if not args:"),
    "no-second-try-with-a-token": Fault("live.refused", ASKING, "renewals = 1", "renewals = 0"),
    "a-lost-lookup-blamed": Fault(
        "live.app-lookup", ASKING, 'raise NotSent(operation, f"', 'raise Unknown(operation, f"'
    ),
    "a-lookup-for-every-place": Fault("live.app-renewed", APP, "if place not in known.places:", "if True:"),
    "no-installation-as-a-fault": Fault("live.app-mint", APP, "(401, 403, 404)", "(401,)"),
    "a-mint-that-may-have-written": Fault(
        "live.app-mint", ASKING, 'raise NotSent(operation, f"', 'raise Unknown(operation, f"'
    ),
    "eternal-tokens": Fault(
        "live.app-renewed", APP, "if end - SPARE_SECONDS <= self._process.clock():", "if not token:"
    ),
    "tokens-for-one-request": Fault(
        "live.app-renewed", APP, "if end - SPARE_SECONDS <= self._process.clock():", "if True:"
    ),
    "a-setting-overlooked": Fault(
        "live.app-installed", APP, 'if not isinstance(app.get("installation_id", Absent.ABSENT), Absent):', "if False:"
    ),
    # Scopes.
    "scopes-not-looked-up": Fault("live.scopes-missing", ASKING, "if not needs or scopes is None:", "if True:"),
    "scopes-looked-up-late": Fault("live.scopes-missing", TOOLS, "needs = ((Tracker,", "wants = ((Tracker,"),
    "scopes-looked-up-each-time": Fault("live.scopes-granted", ASKING, "if token not in known:", "if True:"),
    "every-token-looked-up": Fault("live.success", SCOPES, "if re.match(self.tokens, token):", "if True:"),
    "scopes-as-one-word": Fault("live.scopes-granted", SCOPES, 'told.split(",")', "[told]"),
}
