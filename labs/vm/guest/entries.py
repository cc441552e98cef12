"""Prints how many entries a journal has, while the companion is using it."""

import sqlite3
import sys

journal = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
print(journal.execute("SELECT count(*) FROM entry").fetchone()[0])
