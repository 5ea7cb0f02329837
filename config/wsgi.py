"""Django as a WSGI application: pages, API and admin."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.garbage import keep_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
_ = get_resolver().url_patterns  # every view is imported by now, not with the first request
keep_what_is_loaded()
