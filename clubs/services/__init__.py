"""What changes clubs and memberships."""
