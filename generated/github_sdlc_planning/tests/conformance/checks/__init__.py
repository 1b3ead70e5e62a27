"""The checks, a module per topic; `suite` puts them in order."""
