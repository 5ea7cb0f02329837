"""Django as a WSGI application: pages, API and admin, with the caches around it (RESPONSE_CACHE)."""

import os
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.gc_tuning import freeze_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def _application() -> Any:
    django = get_wsgi_application()
    # What stands on models is imported once Django is set up.
    from config.checks import log_configuration
    from config.metrics import count_request
    from config.request_context import Request
    from tableclock.selectors.keyed_pages import KEYED_PAGES
    from tournaments.public.response_cache import ResponseCache
    from tournaments.public.selectors.keyed_walls import KEYED_WALLS
    from web.task_queue import tasks_app
    from web.unchanged_answers import UnchangedAnswers

    django.request_class = Request
    log_configuration()
    _ = get_resolver().url_patterns  # every view is imported by now, not with the first request
    tasks_app()  # and so is Celery, not with the first match that ends
    if not settings.RESPONSE_CACHE:
        return django
    cached = ResponseCache(django, count_request)
    return UnchangedAnswers(cached, count_request, [*KEYED_PAGES, *KEYED_WALLS])


application = _application()
freeze_loaded()
