"""Settings of the test runs: the real ones, with a throwaway SQLite file and a quick hasher.

With DATABASE_URL and REDIS_URL set (python -m tests.services) those servers are used instead.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_var = Path(tempfile.mkdtemp(prefix="barpoint-test-"))
atexit.register(shutil.rmtree, _var, ignore_errors=True)
os.environ["VAR_DIR"] = str(_var)
os.environ["DEBUG"] = "0"
os.environ["DEMO"] = "1"
# A race is won by a lock, not by patience: two busy cores may hold one for long.
os.environ.setdefault("DATABASE_STATEMENT_S", "60")
os.environ.setdefault("DATABASE_LOCK_S", "60")
os.environ.setdefault("SECRET_KEY", "tests-only-" + "k" * 50)

from config.settings import *  # noqa: E402, F403
from config.settings import CACHES, DATABASES, ON_SQLITE, REDIS_URL  # noqa: E402

if ON_SQLITE:
    DATABASES["default"]["TEST"] = {"NAME": str(_var / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;"
    )
if REDIS_URL:
    # One test empties the cache while another worker's counts in it: each worker has its own.
    _worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    CACHES["default"]["LOCATION"] = f"{REDIS_URL.rpartition('/')[0]}/{8 + _worker % 8}"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Each client of a test would list every static file again; this way a file is looked for when it is asked for.
WHITENOISE_AUTOREFRESH = True
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ALLOWED_HOSTS = ["*"]
POSTS_IN_OWN_PROCESS = SWEEPS_IN_OWN_PROCESS = False
# A kick reaches no worker here: what is owed is a row, so tests call the task or its service.
CELERY_BROKER_URL = "memory://"
