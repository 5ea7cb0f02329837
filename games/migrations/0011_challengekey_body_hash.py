from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0010_capped_scores")]

    operations = [migrations.RenameField("challengekey", "told", "body_hash")]
