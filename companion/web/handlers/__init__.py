"""What the messages of pages do: to the table, the box, and the virtual box."""
