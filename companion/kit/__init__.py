"""What a game needs around the box, to print: labels, overlays, carriers, and what to buy."""
