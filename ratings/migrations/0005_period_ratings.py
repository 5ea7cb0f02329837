"""Ratings of months and years. A site in use computes them with the recompute that is owed to it."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone


def owe_recompute(apps: Any, _schema_editor: Any) -> None:
    """The next sweep writes the rows, because they follow from the rated matches."""
    if apps.get_model("ratings", "RatingChange").objects.exists():
        clocks = apps.get_model("ratings", "RatingClock").objects
        clocks.update_or_create(pk=1, defaults={"recompute_owed_at": timezone.now()})


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0014_former_players'),
        ('ratings', '0004_rating_lists'),
    ]

    operations = [
        migrations.CreateModel(
            name='PeriodRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(choices=[('online', 'Online'), ('correspondence', 'Correspondence'), ('over_the_board', 'Over the board')], max_length=16)),
                ('period', models.CharField(max_length=7)),
                ('rating', models.FloatField()),
                ('gain', models.FloatField()),
                ('experience', models.PositiveIntegerField()),
                ('matches', models.PositiveIntegerField()),
                ('last_at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='period_ratings', to='accounts.player')),
            ],
            options={
                'verbose_name': 'rating of a period',
                'verbose_name_plural': 'ratings of periods',
                'ordering': ['pool', 'period', '-rating', 'player'],
                'indexes': [models.Index(models.F('pool'), models.F('period'), models.OrderBy(models.F('rating'), descending=True), models.F('player'), name='periodrating_leaders'), models.Index(models.F('pool'), models.F('period'), models.OrderBy(models.F('gain'), descending=True), models.F('player'), name='periodrating_gains')],
            },
        ),
        migrations.RunPython(owe_recompute, migrations.RunPython.noop, elidable=True),
    ]
