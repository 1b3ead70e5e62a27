"""What the tools of the notes server do."""
