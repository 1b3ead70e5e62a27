"""From the contract to the files of the generated package: pure functions, no disk."""
