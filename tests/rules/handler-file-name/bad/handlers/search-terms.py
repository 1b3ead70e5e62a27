"""Terms."""
