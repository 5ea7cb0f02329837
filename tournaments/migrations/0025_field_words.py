"""Names of the field: a table pool was called hall, a conduct penalty sanction. Tables and columns keep their names."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_plain_words")]

    operations = [
        migrations.AlterModelTable("Hall", "tournaments_hall"),
        migrations.RenameModel("Hall", "TablePool"),
        migrations.AlterModelTable("Sanction", "tournaments_sanction"),
        migrations.RenameModel("Sanction", "ConductPenalty"),
        # Only names in Python: neither the columns nor the constraints of the database change.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelOptions(
                    name="playingtable",
                    options={
                        "ordering": ["table_pool", "number"],
                        "verbose_name": "table",
                        "verbose_name_plural": "tables",
                    },
                ),
                migrations.RemoveConstraint(
                    model_name="playingtable",
                    name="playingtable_one_per_number",
                ),
                migrations.RemoveConstraint(
                    model_name="room",
                    name="room_one_per_name",
                ),
                migrations.AlterField(
                    model_name="playingtable",
                    name="hall",
                    field=models.ForeignKey(
                        db_column="hall_id",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="tournaments.tablepool",
                    ),
                ),
                migrations.RenameField(
                    model_name="playingtable",
                    old_name="hall",
                    new_name="table_pool",
                ),
                migrations.AlterField(
                    model_name="room",
                    name="hall",
                    field=models.ForeignKey(
                        db_column="hall_id",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rooms",
                        to="tournaments.tablepool",
                    ),
                ),
                migrations.RenameField(
                    model_name="room",
                    old_name="hall",
                    new_name="table_pool",
                ),
                migrations.AlterField(
                    model_name="conductpenalty",
                    name="entry",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conduct_penalties",
                        to="tournaments.entry",
                    ),
                ),
                migrations.AlterField(
                    model_name="conductpenalty",
                    name="player",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conduct_penalties",
                        to="accounts.player",
                    ),
                ),
                migrations.AlterField(
                    model_name="conductpenalty",
                    name="ruling",
                    field=models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="conduct_penalties",
                        to="tournaments.ruling",
                    ),
                ),
                migrations.AlterField(
                    model_name="conductpenalty",
                    name="tournament",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conduct_penalties",
                        to="tournaments.tournament",
                    ),
                ),
                migrations.AlterField(
                    model_name="tablepool",
                    name="event",
                    field=models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_pool",
                        to="tournaments.event",
                    ),
                ),
                migrations.AlterField(
                    model_name="tablepool",
                    name="tournament",
                    field=models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_pool",
                        to="tournaments.tournament",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="playingtable",
                    constraint=models.UniqueConstraint(
                        fields=("table_pool", "number"), name="playingtable_one_per_number"
                    ),
                ),
                migrations.AddConstraint(
                    model_name="room",
                    constraint=models.UniqueConstraint(
                        fields=("table_pool", "name"), name="room_one_per_name"
                    ),
                ),
            ]
        ),
    ]
