"""One settings file; what differs between installations comes from the environment (.env.example)."""

from email.utils import parseaddr
from pathlib import Path
from typing import Any

from config.api_docs import API_DOCS
from config.auth import *  # noqa: F403  # logins, passwords, second factors
from config.cache import caches
from config.databases import databases
from config.env import (
    BASE_DIR,
    boolean,
    choice,
    email_settings,
    env,
    folder,
    hosts,
    integer,
    origins,
    rate,
    secret_env,
    secret_key,
    sender,
    service_url,
    vapid_contact,
    vapid_key,
)
from config.identity import *  # noqa: F403  # whose site this is
from config.identity import SITE_NAME
from config.languages import offered
from config.live_limits import *  # noqa: F403  # how much one may ask of the live table
from config.openid_keys import openid_keys
from config.schedule import BEAT_SCHEDULE, BROKER_OPTIONS, TASK_ROUTES
from config.security import *  # noqa: F403  # https, cookies, proxies, the content policy
from config.security import LOOPBACK_HOSTS, SITE_URL, TRUST_PROXY, host_of
from config.serving import embeds_worker
from config.static_files import IMMUTABLE_FILES, PAGE_COMPRESSION, bundles_dir, static_dirs
from config.telemetry import *  # noqa: F403  # logs, figures, errors

DEBUG = boolean("DEBUG", default=False)
DEMO = boolean("DEMO", default=False)
DEMO_LOGINS = {"director": "director-demo", "alice": "alice-demo", "bob": "bob-demo"}
EMBEDDED = boolean("EMBEDDED", default=False)
BUNDLES = boolean("BUNDLES", default=True) and EMBEDDED and not DEBUG
VAR_DIR: Path = BASE_DIR / env.str("VAR_DIR", default="var")
SECRET_KEY = secret_key(VAR_DIR, create=DEBUG or EMBEDDED)
SECRET_KEY_FALLBACKS = [key for key in secret_env("SECRET_KEY_FALLBACKS").split(",") if key]
ALLOWED_HOSTS = hosts("ALLOWED_HOSTS", default=[host_of(SITE_URL), *LOOPBACK_HOSTS])
CSRF_TRUSTED_ORIGINS = origins("CSRF_TRUSTED_ORIGINS", default=[]) or [SITE_URL]

# A process that shows no pages (config/server.py) does not read the admin of every app.
PAGES = boolean("PAGES", default=True)
INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin" if PAGES else "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.idp.oidc",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    "django_countries",
    "rules.apps.AutodiscoverRulesConfig",
    "csp",
    "corsheaders",
    "config.apps.SiteConfig",
    "accounts",
    "notifications",
    "social",
    "games",
    "tournaments",
    "ratings",
    "analysis",
    "clubs",
    "series",
    "ladders",
    "leagues",
    "fairplay",
    "tableclock",
    "webhooks",
    "embeds",
    "satellites",
]

MIDDLEWARE = [
    "config.csp.PagePolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.request_context.RequestMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    *(PAGE_COMPRESSION if BUNDLES else []),
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "accounts.language_choice.LanguageChoiceMiddleware",
    "web.middleware.LoadSheddingMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.impersonated_request.ImpersonationMiddleware",
    "accounts.guest_request.GuestMiddleware",
    "accounts.session_use.SessionUseMiddleware",
    "tournaments.bracket.spectator_reads.SpectatorReadsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.second_factor.StaffSecondFactorMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.middleware.TimeZoneMiddleware",
    "web.middleware.DomainErrorMiddleware",
    "accounts.audit_trail.StaffTrailMiddleware",
    "web.query_params.QueryWordsMiddleware",
    "accounts.idempotent_request.IdempotencyMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "web.site_banner.announced",
                "web.site_identity.context",
            ],
            "libraries": {
                "page_files": "web.bundles.tags",
                "identity": "web.site_identity",
                "row_cache": "web.row_cache",
            },
        },
    }
]

DATABASES = databases(VAR_DIR)
ON_SQLITE = DATABASES["default"]["ENGINE"] == "config.sqlite"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "config.formats"
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGES = offered(LOCALE_PATHS[0])
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# Match files (games.services.importing), tables of entries, and the files of events (tournaments.event.services.event_files).
FILE_UPLOAD_HANDLERS = [
    "config.uploads.TruncatingUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# Static files straight from their folders; production images collect them (docker/Dockerfile).
STATIC_URL = "/static/"
STATIC_ROOT = env.str("STATIC_ROOT", default=None)
BUNDLES_DIR = bundles_dir(STATIC_ROOT, VAR_DIR if BUNDLES else None)
STATICFILES_DIRS: list[Any] = static_dirs(BASE_DIR / "static", None if STATIC_ROOT else BUNDLES_DIR)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "web.bundles.storage.BundledStorage"},
}
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_IMMUTABLE_FILE_TEST = IMMUTABLE_FILES

# EMAIL_URL like smtp://user:password@host:587; without it emails are printed on the console.
globals().update(email_settings("EMAIL_URL"))
EMAIL_TIMEOUT = integer("EMAIL_TIMEOUT", default=10, least=1)
DEFAULT_FROM_EMAIL = sender("DEFAULT_FROM_EMAIL", default=f"{SITE_NAME} <barpoint@localhost>")

# The key that push messages are signed with (manage.py vapid_key); without one there are none. Services write to the contact.
VAPID_PRIVATE_KEY = vapid_key("VAPID_PRIVATE_KEY")
VAPID_CONTACT = vapid_contact(
    "VAPID_CONTACT",
    default=f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}",
    is_used=bool(VAPID_PRIVATE_KEY),
)

# The key that this site signs log-ins for other sites with (manage.py openid_key); without one there are none.
IDP_OIDC_PRIVATE_KEYS = openid_keys("OIDC_PRIVATE_KEY", VAR_DIR, create=DEBUG or EMBEDDED)

# Redis carries tasks, hints and counters; without it everything stays inside the one process.
REDIS_URL = service_url(
    "REDIS_URL",
    schemes=("redis", "rediss", "unix"),
    example="redis://localhost:6379/0",
)
CACHES = caches(REDIS_URL)
EMBEDS_WORKER = embeds_worker(REDIS_URL)

# Celery: what is owed is a row, so a task lost with its broker costs time, never a fact.
TASKS_APP = "config.celery.app"
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = BROKER_OPTIONS if REDIS_URL else {"polling_interval": 0.02}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = TASK_ROUTES
CELERY_BEAT_SCHEDULE = BEAT_SCHEDULE

# Emails in 24 hours to players whom somebody else entered: of one organizer, and to one player
ENTRY_EMAILS_PER_ORGANIZER = integer("ENTRY_EMAILS_PER_ORGANIZER", default=200)
ENTRY_EMAILS_PER_PLAYER = integer("ENTRY_EMAILS_PER_PLAYER", default=5)
# Days a calendar year on which the clocks of a player's correspondence matches stand still
VACATION_DAYS = integer("VACATION_DAYS", default=14, most=366)
# Rated friendly matches between the same two players in 24 hours; beyond it a match is casual, and 0 is no limit
RATED_PER_OPPONENT_A_DAY = integer("RATED_PER_OPPONENT_A_DAY", default=10)
SESSION_ENGINE = "accounts.session_store"
# Webhooks and push messages are sent by a process of its own; in tests by threads.
POSTS_IN_OWN_PROCESS = True
# Where the site is one process on SQLite, many notifications are handed out by a process of its own.
SWEEPS_IN_OWN_PROCESS = ON_SQLITE and EMBEDS_WORKER
# Visitors' standings and entries are answered before Django begins (docs/adr/0015-what-stays-of-the-caches.md).
RESPONSE_CACHE = boolean("RESPONSE_CACHE", default=True)
# An API token ends after so many days at the latest.
API_TOKEN_DAYS = integer("API_TOKEN_DAYS", default=365, least=1)
# Visitors play bots without an account; a guest who was not here for so many days is deleted.
GUESTS = boolean("GUESTS", default=True)
GUEST_DAYS = integer("GUEST_DAYS", default=7, least=1)
# New guests from one network address, and guests on the whole site who never started a match
GUESTS_PER_HOUR = integer("GUESTS_PER_HOUR", default=20, least=1)
GUESTS_WITHOUT_MATCH = integer("GUESTS_WITHOUT_MATCH", default=500, least=1)
# Backups that the site makes by itself (docs/backup.md); without a folder there are none
BACKUP_DIR = folder("BACKUP_DIR")
BACKUP_EVERY_HOURS = integer("BACKUP_EVERY_HOURS", default=24, least=1, most=744)
BACKUP_KEEP_DAYS = integer("BACKUP_KEEP_DAYS", default=7, least=1, most=36500)
BACKUP_KEEP_WEEKS = integer("BACKUP_KEEP_WEEKS", default=5, most=5000)
# Analysis of finished matches (analysis/): how thorough, and how many at once, in an hour for one user, and waiting
ANALYSIS_PRESET = choice(
    "ANALYSIS_PRESET", default="fast", of=("very_quick", "fast", "deep", "world_class")
)
# Which finished matches are analysed without anybody asking: none, those of tournaments, or also rated friendly matches
ANALYSES_AUTOMATIC = choice(
    "ANALYSES_AUTOMATIC", default="none", of=("none", "tournaments", "rated")
)
ANALYSES_AT_ONCE = integer("ANALYSES_AT_ONCE", default=1)
ANALYSES_PER_HOUR = integer("ANALYSES_PER_HOUR", default=20, least=1)
ANALYSIS_QUEUE = integer("ANALYSIS_QUEUE", default=500, least=1)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.token_authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PAGINATION_CLASS": "web.pagination.StandardPagination",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["web.json_parser.StrictJsonParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": rate("API_RATE_ANON", default="600/min"),
        "user": rate("API_RATE_USER", default="3000/min"),
    },
    "URL_FORMAT_OVERRIDE": None,  # `format` is a filter; the schema alone has it (config/api.py)
    "NUM_PROXIES": int(TRUST_PROXY),
    "EXCEPTION_HANDLER": "web.api_errors.exception_handler",
}

# The accent of static/css/tokens.css in the shades that the admin theme asks for.
ADMIN_PINE = {
    "50": "#eff7f3",
    "100": "#d5ebdf",
    "200": "#b9decd",
    "300": "#8fcbb0",
    "400": "#5fcb9d",
    "500": "#2f9a6f",
    "600": "#0b6447",
    "700": "#084f38",
    "800": "#083f2c",
    "900": "#062e20",
    "950": "#031a12",
}
ADMIN_PAPER = {  # surfaces, lines and ink of static/css/tokens.css, light to dark
    "50": "#eff4f0",
    "100": "#e0e8e2",
    "200": "#c9d4cd",
    "300": "#b6c3bb",
    "400": "#93a098",
    "500": "#5a6860",
    "600": "#46534b",
    "700": "#3a4640",
    "800": "#2a332e",
    "900": "#181e1b",
    "950": "#0d110f",
}
UNFOLD = {
    "SITE_TITLE": SITE_NAME,
    "SITE_HEADER": SITE_NAME,
    "SITE_SUBHEADER": "Administration",
    "SITE_URL": "/",
    "DASHBOARD_CALLBACK": "tournaments.desk.views.staff_page.first_page",
    "SHOW_HISTORY": True,
    "SITE_ICON": "/static/img/mark.svg",
    "STYLES": ["/static/css/admin.css"],
    "COLORS": {"primary": ADMIN_PINE, "base": ADMIN_PAPER},
    "SIDEBAR": {
        "show_search": True,
        "show_all_applications": False,
        "navigation": "tournaments.staff.views.menu.navigation",
    },
}
SPECTACULAR_SETTINGS = API_DOCS
