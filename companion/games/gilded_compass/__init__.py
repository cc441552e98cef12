"""Order of the Gilded Compass: dice in buildings, and the best use of what they bring."""
