"""Club management: accounts, groups of boxes, tournaments."""
