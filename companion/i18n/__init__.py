"""Translation of texts at the table and of messages for whoever sets a box up."""
