"""The loop of one table: each input is handled, made durable, then shown."""
