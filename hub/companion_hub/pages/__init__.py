"""The hub's pages: tables, games, players, boxes."""
