from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_cancelled_drafts")]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="outdated",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
