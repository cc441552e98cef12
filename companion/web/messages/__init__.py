"""Messages of pages and the requests they stand for."""
