"""What a box remembers: the journal, enrolled tags and preferences, and their backup."""
