"""Pages that the server writes, and the files that all pages need."""
