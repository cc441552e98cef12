"""The history of the tables; each step is a module in ``versions``."""
