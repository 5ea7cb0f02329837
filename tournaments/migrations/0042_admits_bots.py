
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0041_lot_on_the_block'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='admits_bots',
            field=models.BooleanField(db_default=False, default=False, verbose_name='Bots may enter'),
        ),
    ]
