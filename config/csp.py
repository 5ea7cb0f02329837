"""What every answer of Django tells the browser: the content policy, and that nobody may frame, lend or keep it.

The policy is strict everywhere; others' pages need it looser. The admin theme (Alpine) evaluates its attributes and sets
styles; the API's docs page has one style of its own, which its nonce lets through. Policies are written out once:
only a page that used its nonce (`request.csp_nonce`) has one made for it.
"""

from functools import cache

from csp.constants import NONCE, NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

_LOOSER: dict[str, dict[str, list[object]]] = {
    "/admin/": {
        "script-src": [SELF, UNSAFE_EVAL],
        "style-src": [SELF, UNSAFE_INLINE],
    },
    "/site/logo": {"style-src": [UNSAFE_INLINE]},  # of an SVG
    "/api/v1/docs/": {"style-src": [SELF, NONCE]},
}
_FRAMED, _FRAMING = "framed", "framing"
"""What a view has marked (`csp_policy`, embeds/views), never by its address alone: a refusal or a log-in under that address
is no such page. One may stand in frames of other sites, the other shows a frame of this site."""
_LOOSER |= {
    _FRAMED: {"frame-ancestors": ["*"], "form-action": [NONE]},
    _FRAMING: {"frame-src": [SELF]},
}
_STRICT = ""

# Nothing here asks for a device. Pages keep the screen awake, copy text and show a board full size: those stay.
_PERMISSIONS = ", ".join(
    f"{name}=()"
    for name in (
        "accelerometer", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope",
        "hid", "idle-detection", "magnetometer", "microphone", "midi", "payment", "serial", "usb",
        "xr-spatial-tracking",
    )
)  # fmt: skip

_PICTURES = "/matches/"
"""Pictures of positions may be shown by other sites; everything else only by this one."""


class PagePolicyMiddleware(CSPMiddleware):
    """The outermost middleware: files, redirects, refusals and failures pass here as well as pages."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        nonce = getattr(request, "_csp_nonce", None)
        key = getattr(response, "csp_policy", None) or _policy_key_of(request.path_info)
        headers = {
            "Content-Security-Policy": _policy(key) if nonce is None else _written(key, nonce),
            "X-Frame-Options": settings.X_FRAME_OPTIONS,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
            "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
            "Permissions-Policy": _PERMISSIONS,
            "Cross-Origin-Resource-Policy": _lent_to(request, response),
        }
        if "Cache-Control" not in response:
            headers["Cache-Control"] = _cache_control(request, response)
        if key == _FRAMED:
            del headers["X-Frame-Options"]
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        return response


def _policy_key_of(path: str) -> str:
    return next((prefix for prefix in _LOOSER if path.startswith(prefix)), _STRICT)


@cache
def _policy(key: str) -> str:
    return _written(key, None)


def _written(key: str, nonce: str | None) -> str:
    return build_policy(replace=_LOOSER.get(key), nonce=nonce)


def _lent_to(request: HttpRequest, response: HttpResponseBase) -> str:
    is_picture = response.headers.get("Content-Type", "").startswith("image/")
    shared = is_picture and request.path_info.startswith(_PICTURES)
    return "cross-origin" if shared else "same-origin"


def _cache_control(request: HttpRequest, response: HttpResponseBase) -> str:
    """What says nothing of caches is kept by no shared one, and what somebody signed in was shown by none at all.

    Asked by the cookie and the header, not by the user: that would be a query.
    """
    session = settings.SESSION_COOKIE_NAME
    is_signed_in = session in request.COOKIES or session in response.cookies
    return (
        "private, no-store"
        if is_signed_in or "Authorization" in request.headers
        else "private, no-cache"
    )
