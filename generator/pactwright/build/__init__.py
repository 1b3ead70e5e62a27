"""From the shape of the YAML to the contract: names resolved, defaults filled in, expressions typed."""
