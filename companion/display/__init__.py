"""What a table shows on the box itself: pictures for the panel, lamps and sounds."""
