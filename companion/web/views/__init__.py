"""What each viewer sees of a table, as JSON."""
