from django.db import migrations, models
from django.db.models.functions import Coalesce


def from_the_last_known_time(apps, schema_editor):
    """Tournaments of before changed last when they ended, began or were made, as far as is known."""
    Tournament = apps.get_model("tournaments", "Tournament")
    Tournament.objects.filter(updated_at=None).update(
        updated_at=Coalesce("finished_at", "started_at", "created_at")
    )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0037_countdowns_and_rest'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='updated_at',
            field=models.DateTimeField(auto_now=True, null=True),
        ),
        migrations.RunPython(from_the_last_known_time, migrations.RunPython.noop, elidable=True),
    ]
