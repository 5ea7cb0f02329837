"""What changes satellites and their tickets."""
