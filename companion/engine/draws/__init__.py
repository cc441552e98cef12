"""Draws that can be verified: commit and reveal (Blum, "Coin flipping by telephone", 1981).

Before a draw the box publishes the SHA-256 of a secret. Players then press keys, and the times of
these presses also enter the draw. With the result the box publishes the secret: neither the box nor
the players could choose the result, and the draw can be verified from the log.
"""
