"""Pages rendered by the server, and static assets."""
