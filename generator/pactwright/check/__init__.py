"""Checks of a contract: its shape against the models, then its meaning against rules."""
