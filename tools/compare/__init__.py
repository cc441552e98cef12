"""Measures the product beside its peers: `python -m tools.compare`."""
