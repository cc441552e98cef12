"""The loop of one table: inputs one by one, made durable, then shown."""
