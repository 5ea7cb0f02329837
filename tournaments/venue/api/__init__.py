"""Playing over the board, over the API."""
