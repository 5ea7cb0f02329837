"""Missed doubles that cost something count, also in analyses that were stored before. It may be run again."""

from typing import Any

from django.db import migrations

LEAST_MISSED = 0.001
AT_ONCE = 50


def mend(apps: Any, _schema: Any) -> None:
    analyses = apps.get_model("analysis", "MatchAnalysis")
    done = analyses.objects.filter(status="done").order_by("pk")
    last = 0
    while rows := list(done.filter(pk__gt=last)[:AT_ONCE]):
        last = rows[-1].pk
        changed = [row for row in rows if row.result and _mend_result(row.result)]
        analyses.objects.bulk_update(changed, ["result"])


def _mend_result(result: dict[str, Any]) -> bool:
    missed = [
        cube
        for entry in result["decisions"]
        if entry["kind"] == "play" and (cube := entry.get("cube")) and _is_missed(cube)
    ]
    for cube in missed:
        cube["counts"] = True
    return bool(missed)


def _is_missed(cube: dict[str, Any]) -> bool:
    lost = min(cube["double_take"], cube["double_drop"]) - cube["no_double"]
    return cube["best"] == "double" and not cube["counts"] and lost >= LEAST_MISSED


class Migration(migrations.Migration):
    dependencies = [("analysis", "0004_training")]

    operations = [migrations.RunPython(mend, migrations.RunPython.noop, elidable=True)]
