from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_import_of_event")]

    operations = [
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["tournament", "status"], name="entry_counted"),
        ),
    ]
