"""Access control: addresses, codes, seats and rate limits."""
