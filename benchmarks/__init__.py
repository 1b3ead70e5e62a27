"""Pactwright beside its peers: generation, and the servers it generates, as ratios taken in one run."""
