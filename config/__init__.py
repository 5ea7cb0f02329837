"""Wiring only: settings, URLs, processes. No models and no rules live here."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
