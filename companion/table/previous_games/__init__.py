"""What is kept of the games that were played before."""
