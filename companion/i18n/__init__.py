"""Translation of texts at the table and of setup messages."""
