"""Draws that can be verified: commit and reveal (Blum, "Coin flipping by telephone", 1981).

Before a draw the box publishes the SHA-256 of a secret. People then press keys, and the times of
these presses are drawn with as well. With the result the box publishes the secret: neither the box
nor the people could choose the result, and anybody can repeat the draw from the log.
"""
