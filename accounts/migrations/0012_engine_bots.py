"""Bots that the engine plays."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_zone_and_privacy")]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="bot_kind",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "a person"),
                    ("random", "Beginner"),
                    ("steady", "Improver"),
                    ("club", "Club player"),
                    ("expert", "Expert"),
                    ("world_class", "World class"),
                ],
                default="",
                max_length=12,
                verbose_name="bot",
            ),
        ),
    ]
