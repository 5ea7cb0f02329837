"""The content security policy of a page: strict everywhere, loosened only where others' pages need it.

The admin theme (Alpine) evaluates its attributes and sets styles; the API's docs page sets styles.
"""

from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponseBase

_LOOSER: dict[str, dict[str, list[str]]] = {
    "/admin/": {
        "script-src": [SELF, UNSAFE_EVAL, UNSAFE_INLINE],
        "style-src": [SELF, UNSAFE_INLINE],
    },
    "/api/v1/docs/": {"style-src": [SELF, UNSAFE_INLINE]},
}


class PagePolicyMiddleware(CSPMiddleware):
    """django-csp, with the few exceptions above chosen by path."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        for prefix, directives in _LOOSER.items():
            if request.path_info.startswith(prefix):
                response._csp_replace = directives  # type: ignore[attr-defined]
        return super().process_response(request, response)
