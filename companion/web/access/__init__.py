"""Who may do what: addresses, codes, seats, and limits on how often somebody may ask."""
