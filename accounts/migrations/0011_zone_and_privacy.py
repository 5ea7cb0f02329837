"""Who chose a time zone before keeps it; all others had UTC, and get the zone of their browser when they log in."""

from django.db import migrations, models


def keep_chosen_zones(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    User.objects.exclude(time_zone="UTC").update(zone_follows_browser=False)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0010_player_by_name'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='challenges_from',
            field=models.CharField(choices=[('everybody', 'everybody'), ('played', 'people I have played'), ('nobody', 'nobody')], db_default='everybody', default='everybody', max_length=12, verbose_name='who may send challenges'),
        ),
        migrations.AddField(
            model_name='user',
            name='last_seen_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='last seen'),
        ),
        migrations.AddField(
            model_name='user',
            name='shows_last_seen',
            field=models.BooleanField(db_default=True, default=True, verbose_name='shows when they were last online'),
        ),
        migrations.AddField(
            model_name='user',
            name='zone_follows_browser',
            field=models.BooleanField(db_default=True, default=True, verbose_name='time zone as in the browser'),
        ),
        migrations.RunPython(keep_chosen_zones, migrations.RunPython.noop),
    ]
