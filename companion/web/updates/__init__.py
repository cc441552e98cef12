"""What is sent to clients: a snapshot first, then what has changed."""
