from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns and records say relegation, and which season or division a record is about. Leagues were not released before."""

    dependencies = [("leagues", "0001_leagues")]

    operations = [
        migrations.RemoveConstraint("leaguedivision", "leaguedivision_most_moving"),
        migrations.RenameField("leaguedivision", "goes_down", "relegated"),
        migrations.AddConstraint(
            "leaguedivision",
            models.CheckConstraint(
                condition=models.Q(relegated__lte=16, play_off__lte=16),
                name="leaguedivision_most_moving",
            ),
        ),
        migrations.AlterField(
            "leaguerecord",
            "verb",
            models.CharField(
                choices=[
                    ("started", "League started"),
                    ("changed", "Settings changed"),
                    ("season_added", "Season added"),
                    ("season_removed", "Season removed"),
                    ("division_added", "Division added"),
                    ("division_changed", "Division changed"),
                    ("division_removed", "Division removed"),
                    ("prepared", "Next season prepared"),
                ],
                max_length=16,
            ),
        ),
    ]
