"""Stand-ins for the services that generated servers talk to."""
