"""Measures the product beside its peers: `python -m labs.compare`."""
