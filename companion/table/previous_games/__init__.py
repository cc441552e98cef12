"""Previous games, as far as the table shows them."""
