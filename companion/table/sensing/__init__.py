"""What readers under the places of a board report, and what was done to get there."""
