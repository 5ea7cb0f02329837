
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0016_apps_with_access'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='bot_owner',
            field=models.CharField(blank=True, default='', db_default='', max_length=80, verbose_name='owner of the bot'),
        ),
        migrations.AddField(
            model_name='user',
            name='shows_bot_owner',
            field=models.BooleanField(db_default=False, default=False, verbose_name='shows the owner of the bot'),
        ),
        migrations.AlterField(
            model_name='player',
            name='bot_kind',
            field=models.CharField(blank=True, choices=[('', 'a person'), ('random', 'Beginner'), ('steady', 'Improver'), ('club', 'Club player'), ('expert', 'Expert'), ('world_class', 'World class'), ('account', 'Bot account')], default='', max_length=12, verbose_name='bot'),
        ),
    ]
