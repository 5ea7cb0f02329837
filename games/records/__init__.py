"""PURE. A match as something to read again: its record, and the files made from it (.mat, .sgf, text, JSON)."""
