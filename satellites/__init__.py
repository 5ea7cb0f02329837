"""Jackpots and satellites: small knockouts that start when they are full and open the next one, with entry tickets as prizes."""
