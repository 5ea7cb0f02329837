from django.db import migrations


def take_from_view(apps, _schema_editor):
    """What was cancelled as a draft is its directors' again."""
    cancelled = apps.get_model("tournaments", "Ruling").objects.filter(verb="cancel")
    drafts = [one.tournament_id for one in cancelled if one.before.get("status") == "draft"]
    tournaments = apps.get_model("tournaments", "Tournament").objects
    tournaments.filter(pk__in=drafts, status="cancelled").update(finished_at=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_count_entries")]

    operations = [migrations.RunPython(take_from_view, migrations.RunPython.noop)]
