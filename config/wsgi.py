"""Django as a WSGI application: pages, API and admin. What is kept of the standings is answered before it begins."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.gc_tuning import freeze_loaded
from config.hosts import Application, with_host

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def _application() -> Application:
    django = get_wsgi_application()
    # What stands on models is imported once Django is set up.
    from config.checks import log_configuration
    from config.metrics import count_request
    from config.request_context import Request
    from tournaments.public.response_cache import ResponseCache
    from web.task_queue import tasks_app

    django.request_class = Request
    log_configuration()
    _ = get_resolver().url_patterns  # every view is imported by now, not with the first request
    tasks_app()  # and so is Celery, not with the first match that ends
    return with_host(ResponseCache(django, count_request))


application = _application()
freeze_loaded()
