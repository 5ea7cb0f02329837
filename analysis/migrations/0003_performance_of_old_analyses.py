"""The PR of both seats of matches that were analysed before there was a table of it. It may be run again."""

from typing import Any

from django.db import migrations

AT_ONCE = 200
COLUMNS = ["analysis_id", "log_length", "pr", "decisions"]


def fill(apps: Any, _schema: Any) -> None:
    """From the oldest analysis to the newest, so that the newest of a match stays."""
    ratings = apps.get_model("analysis", "PerformanceRating")
    done = apps.get_model("analysis", "MatchAnalysis").objects.filter(status="done")
    facts = done.order_by("pk").values_list("pk", "match_id", "log_length", "result__totals")
    last = 0
    while rows := list(facts.filter(pk__gt=last)[:AT_ONCE]):
        last = rows[-1][0]
        newest = {
            (match, seat): ratings(
                match_id=match,
                seat=seat,
                analysis_id=pk,
                log_length=length,
                pr=figures["pr"],
                decisions=figures["decisions"],
            )
            for pk, match, length, totals in rows
            for seat, figures in (totals or {}).items()
            if figures["pr"] is not None and figures["decisions"]
        }
        ratings.objects.bulk_create(
            newest.values(),
            update_conflicts=True,
            unique_fields=["match", "seat"],
            update_fields=COLUMNS,
        )


class Migration(migrations.Migration):
    dependencies = [("analysis", "0002_performance_ratings")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
