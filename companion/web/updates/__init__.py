"""Updates for clients: a snapshot first, then deltas."""
