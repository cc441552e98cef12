"""Database migrations; each is a module in ``versions``."""
