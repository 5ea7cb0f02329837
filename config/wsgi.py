"""Django as a WSGI application: pages, API and admin. What is kept of the standings is answered before it begins."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver
from django.utils.module_loading import import_string

from config.gc_tuning import keep_what_is_loaded
from config.hosts import with_host

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_django = get_wsgi_application()  # sets Django up: what stands on models is imported after it
_django.request_class = import_string("config.request_context.Request")
application = with_host(
    import_string("tournaments.public.response_cache.KeptAnswers")(
        _django, import_string("config.metrics.count_request")
    )
)
import_string("config.checks.log_configuration")()
_ = get_resolver().url_patterns  # every view is imported by now, not with the first request
import_string("web.task_queue.tasks_app")()  # and so is Celery, not with the first match that ends
keep_what_is_loaded()
