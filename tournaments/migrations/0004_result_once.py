"""A match that was reopened is recorded again; of its results one counts."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_formats")]
    operations = [
        migrations.RemoveConstraint("result", "result_once_per_match"),
        migrations.AddConstraint(
            "result",
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(source="match", superseded_by=None, revoked_at=None),
                name="result_once_per_match",
            ),
        ),
    ]
