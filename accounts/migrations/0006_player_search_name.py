"""Names folded for searching. What the old code writes meanwhile has none until the player is saved again; the search reads
the name itself there."""

from django.db import migrations

import web.folding
import accounts.models

AT_ONCE = 2000


def fold_names(apps, schema_editor):
    Player = apps.get_model("accounts", "Player")
    batch = []
    for player in Player.objects.only("pk", "name").order_by("pk").iterator(chunk_size=AT_ONCE):
        player.search_name = web.folding.fold(player.name)
        batch.append(player)
        if len(batch) == AT_ONCE:
            Player.objects.bulk_update(batch, ["search_name"])
            batch = []
    Player.objects.bulk_update(batch, ["search_name"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_user_mail_challenges")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="search_name",
            field=accounts.models.FoldedName(db_default="", default="", editable=False),
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
