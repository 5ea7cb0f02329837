"""The test database of a pytest process: a copy of the migrated one, instead of every migration again for each worker."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection

from tests.services import migrated
from web import append_only


@contextmanager
def ready() -> Iterator[None]:
    """Django's connection is to the test database until the end."""
    name = connection.settings_dict["TEST"]["NAME"] or f"test_{connection.settings_dict['NAME']}"
    connection.close()
    if settings.ON_SQLITE:
        migrated.copy_to(Path(name))
    else:
        migrated.create_database(os.environ["DATABASE_URL"], name)
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
    for app in apps.get_app_configs():
        append_only.create_triggers(app, using="default")  # as they are written now
    yield
    connection.close()
    if not settings.ON_SQLITE:
        connection.close_pool()
        migrated.drop_database(os.environ["DATABASE_URL"], name)
