"""The draws that directors look at before the start."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_event_facts")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="draw_preview",
            field=models.JSONField(editable=False, null=True),
        ),
    ]
