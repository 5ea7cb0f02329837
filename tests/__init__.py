"""The tests mirror the source; see README.md here for fixtures, markers and the two test runs."""
