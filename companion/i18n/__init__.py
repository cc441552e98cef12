"""Texts in the languages of the table and of the person who sets a box up."""
