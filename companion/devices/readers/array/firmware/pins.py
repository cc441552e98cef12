"""The pins of the Pico that lead to the readers, by GP number, as in hardware/box.yaml."""

CLOCK, TO_READERS, FROM_READERS = 18, 19, 16
"""SPI0: SCK, TX, RX."""
RESET = 20
CHIP_SELECTS = tuple(range(16))
"""GP0 for the first reader up to GP15 for the sixteenth; missing readers do not matter."""
