"""PURE. How ratings are computed: the FIBS formula, Glicko-2, and replaying matches in the order of their ends."""
