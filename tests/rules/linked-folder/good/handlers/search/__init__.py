"""Searches notes."""
