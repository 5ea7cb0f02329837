"""Who knows whom: following players, and blocking them. Above accounts and notifications; games and tournaments ask here."""
