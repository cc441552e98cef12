"""Choosing an action: with a cursor, on the board, or as the box takes for granted."""
