"""Results without points beyond the match length, which count for nothing (R9.1); sessions keep all their points."""

from typing import Any

from django.db import migrations
from django.db.models import F

AT_ONCE = 500


def cap(apps: Any, _schema: Any) -> None:
    results = apps.get_model("tournaments", "Result").objects
    scored = results.exclude(score=None).exclude(board=0)
    facts = scored.values_list(
        "pk", "score", "pairing__round__length", "pairing__round__rules", "pairing__stage__tournament"
    )
    changed, tournaments = [], set()
    for pk, score, length, rules, tournament in facts.iterator(chunk_size=AT_ONCE):
        if not (rules or {}).get("session") and any(points > length for points in score.values()):
            capped = {entry: min(points, length) for entry, points in score.items()}
            changed.append(results.model(pk=pk, score=capped))
            tournaments.add(tournament)
    results.bulk_update(changed, ["score"], batch_size=AT_ONCE)
    of_these = apps.get_model("tournaments", "Tournament").objects.filter(pk__in=tournaments)
    of_these.update(version=F("version") + 1)  # cached standings are of a version


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_sessions_with_ties")]

    operations = [migrations.RunPython(cap, migrations.RunPython.noop, elidable=True)]
