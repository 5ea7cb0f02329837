"""Wiring only: settings, URLs, processes. No models and no rules live here."""
