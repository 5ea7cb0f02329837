"""What is typed on the pages of a tournament. Forms check; services decide and write."""
