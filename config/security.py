"""Safety in transit: https, cookies, and what every answer tells the browser. A proxy is believed only when named.

The headers themselves are put on by config/csp.py; nothing here may be framed by another site, and only the API be read
from its pages: by GET, as a visitor or with a token, never with a cookie.
"""

from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from config.env import boolean, origins, site_url

SITE_URL: str = site_url("SITE_URL", default="http://127.0.0.1:8000")
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
SECURE = SITE_URL.startswith("https://")

# Behind https the browser itself keeps the cookies to this host, this path and secure answers (`__Host-`).
_HOST = "__Host-" if SECURE else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_HOST}sessionid", f"{_HOST}csrftoken"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True

SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
# They bind the whole domain and are hard to take back, so the operator asks for them (docs/operations.md).
SECURE_HSTS_INCLUDE_SUBDOMAINS = boolean("HSTS_INCLUDE_SUBDOMAINS", default=False) and SECURE
SECURE_HSTS_PRELOAD = boolean("HSTS_PRELOAD", default=False) and SECURE
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # that ask for both
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"

TRUST_PROXY: bool = boolean("TRUST_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUST_PROXY else None
ALLAUTH_TRUSTED_PROXY_COUNT = int(TRUST_PROXY)

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Whose pages may read the API (docs/api.md): everybody's, those named, or, where it is empty, nobody's.
API_ORIGINS: list[str] = origins("API_ORIGINS", default=["*"], may_be_any=True)
CORS_ALLOW_ALL_ORIGINS = "*" in API_ORIGINS
CORS_ALLOWED_ORIGINS = [] if CORS_ALLOW_ALL_ORIGINS else API_ORIGINS
CORS_URLS_REGEX = r"^/api/v1/(?!docs/)"
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["Accept", "Accept-Language", "Authorization", "Content-Type", "If-None-Match"]
CORS_EXPOSE_HEADERS = ["ETag", "Retry-After", "Content-Disposition", "X-Request-ID"]
CORS_PREFLIGHT_MAX_AGE = 7200


def host_of(url: str) -> str:
    """The host as ALLOWED_HOSTS writes it: without its port, an IPv6 address in brackets."""
    host = urlsplit(url).hostname or ""
    return f"[{host}]" if ":" in host else host
