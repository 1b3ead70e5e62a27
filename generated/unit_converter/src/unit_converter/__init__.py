"""Unit converter: Convert lengths and temperatures between metric and imperial units."""
