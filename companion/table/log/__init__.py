"""The log of a table's steps: what people have done, and how they repair it."""
