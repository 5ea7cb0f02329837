"""A bracket becomes a stage, of which a tournament may have several; brackets are sections of a stage."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.RemoveConstraint("bracket", "bracket_one_of_a_kind"),
        migrations.RemoveConstraint("round", "round_one_per_number"),
        migrations.RemoveConstraint("pairing", "pairing_one_per_key"),
        migrations.RemoveIndex("pairing", "pairing_undecided"),
        migrations.RenameModel("Bracket", "Stage"),
        migrations.RenameField("round", "bracket", "stage"),
        migrations.RenameField("pairing", "bracket", "stage"),
        migrations.RemoveField("stage", "kind"),
        migrations.AddField("stage", "number", models.PositiveSmallIntegerField(default=1)),
    ]
