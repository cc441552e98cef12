"""The durable log of tables."""
