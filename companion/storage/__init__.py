"""What a box remembers: the journal, learned tags, preferences, and their backup."""
