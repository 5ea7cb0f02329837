"""What templates of matches need beyond variables."""
