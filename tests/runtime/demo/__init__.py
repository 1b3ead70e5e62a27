"""Notes: a server in the shape of a generated one, for the tests of the runtime."""
