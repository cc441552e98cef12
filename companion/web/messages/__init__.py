"""Messages of pages, and the requests that they make."""
