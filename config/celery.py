"""The Celery application; tasks live in the apps and bear their service's name."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("barpoint")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logs(**_options: Any) -> None:
    """A receiver is all it takes for Celery to leave the logging of settings.LOGGING alone."""
