"""What the box itself shows of a table: pictures on the panel, lamps and sounds."""
