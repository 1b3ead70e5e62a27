"""Classes."""
