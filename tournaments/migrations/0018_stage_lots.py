"""Which ties across a cut the lot has broken; null in stages that were drawn without it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_forfeit_cards")]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="lots",
            field=models.JSONField(blank=True, editable=False, null=True),
        ),
    ]
