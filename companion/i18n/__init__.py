"""Words in the languages of the table and of whoever sets a box up."""
