"""Tokens made before tokens ended: they end a year from now."""

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.utils import timezone


def end_them(apps: Any, _editor: Any) -> None:
    endless = apps.get_model("accounts", "ApiToken").objects.filter(expires_at=None)
    endless.update(expires_at=timezone.now() + timedelta(days=365))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_table_prefs")]
    operations = [migrations.RunPython(end_them, migrations.RunPython.noop)]
