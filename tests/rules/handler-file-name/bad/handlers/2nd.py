"""Second."""
