"""The score columns without points beyond the match length (R9.1); logs, games and snapshots keep them."""

from typing import Any

from django.db import migrations, models
from django.db.models import F
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast


def cap(apps: Any, _schema: Any) -> None:
    length = Cast(KeyTextTransform("length", "rules"), models.IntegerField())
    matches = apps.get_model("games", "Match").objects.filter(rules__kind="match")
    for column in ("score_a", "score_b"):
        beyond = matches.annotate(length=length).filter(length__lt=F(column))
        beyond.update(**{column: length})


class Migration(migrations.Migration):
    dependencies = [("games", "0009_challengeemail")]

    operations = [migrations.RunPython(cap, migrations.RunPython.noop, elidable=True)]
