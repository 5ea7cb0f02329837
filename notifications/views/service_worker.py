"""The service worker. It stands at the root of the site, because a script may look after no more than its own folder."""

from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

SCRIPT = "static/js/service_worker.js"


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The same for everybody; browsers ask for it again whenever they look for a new one."""
    response = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "public, no-cache"
    return response


@lru_cache(maxsize=1)
def _script() -> str:
    return (Path(settings.BASE_DIR) / SCRIPT).read_text(encoding="utf-8")
