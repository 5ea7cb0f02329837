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
os.environ.setdefault("SECRET_KEY", "tests-only-" + "k" * 50)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, ON_SQLITE  # noqa: E402

if ON_SQLITE:
    DATABASES["default"]["TEST"] = {"NAME": str(_var / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;"
    )
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ALLOWED_HOSTS = ["*"]
# A kick reaches no worker here: what is owed is a row, so tests call the task or its service.
CELERY_BROKER_URL = "memory://"
