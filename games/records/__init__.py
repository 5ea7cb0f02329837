"""PURE. A match as something to read again: its story, and the files that tell it (.mat, .sgf, text, JSON)."""
