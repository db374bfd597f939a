"""Games in which nobody has to be trusted: joint draws, sealed deals, signed messages (docs/remote.md)."""
