import django.core.validators
import django.db.models.deletion
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_staff"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0009_timing"),
    ]

    operations = [
        migrations.CreateModel(
            name="Calcutta",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "returned",
                    models.DecimalField(
                        decimal_places=2,
                        default=Decimal("100"),
                        max_digits=5,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="per cent paid back",
                    ),
                ),
                ("pay_table", models.JSONField(default=list, verbose_name="pay table")),
                (
                    "buy_back",
                    models.PositiveSmallIntegerField(
                        default=50, verbose_name="most that is bought back in per cent"
                    ),
                ),
            ],
            options={
                "verbose_name": "calcutta",
                "verbose_name_plural": "calcuttas",
            },
        ),
        migrations.CreateModel(
            name="CalcuttaLot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="name")),
                (
                    "price",
                    models.PositiveBigIntegerField(
                        blank=True, null=True, verbose_name="highest bid"
                    ),
                ),
                ("owner", models.CharField(blank=True, max_length=80, verbose_name="sold to")),
                ("sold_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "lot of a calcutta",
                "verbose_name_plural": "lots of calcuttas",
                "ordering": ["calcutta", "number"],
            },
        ),
        migrations.CreateModel(
            name="CalcuttaLotEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "bought_back",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="bought back in per cent"
                    ),
                ),
            ],
            options={
                "verbose_name": "entry in a calcutta",
                "verbose_name_plural": "entries in calcuttas",
            },
        ),
        migrations.CreateModel(
            name="EntryFee",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entry_fee", models.PositiveBigIntegerField(verbose_name="entry fee")),
                (
                    "registration_fee",
                    models.PositiveBigIntegerField(verbose_name="registration fee"),
                ),
                ("note", models.CharField(blank=True, max_length=200, verbose_name="reason")),
            ],
            options={
                "verbose_name": "fee of one entry",
                "verbose_name_plural": "fees of single entries",
            },
        ),
        migrations.CreateModel(
            name="FeePlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "currency",
                    models.CharField(default="EUR", max_length=3, verbose_name="currency"),
                ),
                ("entry_fee", models.PositiveBigIntegerField(default=0, verbose_name="entry fee")),
                (
                    "reentry_fee",
                    models.PositiveBigIntegerField(
                        blank=True, null=True, verbose_name="fee of a re-entry"
                    ),
                ),
                (
                    "registration_fee",
                    models.PositiveBigIntegerField(default=0, verbose_name="registration fee"),
                ),
                (
                    "returned",
                    models.DecimalField(
                        decimal_places=2,
                        default=Decimal("100"),
                        max_digits=5,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="per cent of the entry fees paid back as prizes",
                    ),
                ),
                ("added", models.PositiveBigIntegerField(default=0, verbose_name="added money")),
                (
                    "pay_unit",
                    models.PositiveIntegerField(
                        default=100, verbose_name="smallest amount paid out"
                    ),
                ),
                (
                    "equal_points_share",
                    models.BooleanField(
                        default=False,
                        verbose_name="who has equal points shares, whatever the tie-breaks say",
                    ),
                ),
            ],
            options={
                "verbose_name": "fees of a tournament",
                "verbose_name_plural": "fees of tournaments",
            },
        ),
        migrations.CreateModel(
            name="ImportFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("entries", "entries"), ("results", "results")],
                        max_length=8,
                        verbose_name="what it holds",
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name of the file")),
                ("text", models.TextField(blank=True)),
                ("sha256", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField()),
                ("applied_at", models.DateTimeField(blank=True, null=True)),
                ("outcome", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "verbose_name": "imported file",
                "verbose_name_plural": "imported files",
                "ordering": ["-created_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="LedgerLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("entry_fee", "entry fee"),
                            ("registration", "registration fee"),
                            ("reentry", "re-entry"),
                            ("side_pool", "side pool"),
                            ("calcutta", "calcutta bid"),
                            ("added", "added money"),
                            ("expense", "expense"),
                            ("refund", "refund"),
                            ("payout", "prize"),
                            ("pool_payout", "prize of a side pool"),
                            ("calcutta_payout", "share of the calcutta"),
                        ],
                        max_length=16,
                        verbose_name="what for",
                    ),
                ),
                ("amount", models.BigIntegerField(verbose_name="amount")),
                ("currency", models.CharField(max_length=3, verbose_name="currency")),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("cash", "cash"),
                            ("card", "card"),
                            ("transfer", "bank transfer"),
                            ("other", "other"),
                        ],
                        default="cash",
                        max_length=8,
                        verbose_name="how",
                    ),
                ),
                ("who", models.CharField(blank=True, max_length=120, verbose_name="who")),
                ("note", models.CharField(blank=True, max_length=200, verbose_name="note")),
                ("at", models.DateTimeField()),
                ("key", models.CharField(max_length=64)),
            ],
            options={
                "verbose_name": "line of the ledger",
                "verbose_name_plural": "lines of the ledger",
                "ordering": ["-at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="SidePool",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("fee", models.PositiveBigIntegerField(verbose_name="fee")),
                (
                    "returned",
                    models.DecimalField(
                        decimal_places=2,
                        default=Decimal("100"),
                        max_digits=5,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="per cent paid back",
                    ),
                ),
                (
                    "section",
                    models.CharField(
                        default="main", max_length=16, verbose_name="whose places count"
                    ),
                ),
                (
                    "pay_table",
                    models.JSONField(default=list, verbose_name="shares of the places in per cent"),
                ),
            ],
            options={
                "verbose_name": "side pool",
                "verbose_name_plural": "side pools",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="SidePoolEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "entry in a side pool",
                "verbose_name_plural": "entries in side pools",
            },
        ),
        migrations.AddField(
            model_name="calcutta",
            name="tournament",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="calcutta",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="calcuttalot",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="calcuttalot",
            name="calcutta",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="lots",
                to="tournaments.calcutta",
            ),
        ),
        migrations.AddField(
            model_name="calcuttalot",
            name="owner_player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="calcutta_lots",
                to="accounts.player",
            ),
        ),
        migrations.AddField(
            model_name="calcuttalotentry",
            name="entry",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="calcutta_lot_entry",
                to="tournaments.entry",
            ),
        ),
        migrations.AddField(
            model_name="calcuttalotentry",
            name="lot",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="lot_entries",
                to="tournaments.calcuttalot",
            ),
        ),
        migrations.AddField(
            model_name="entryfee",
            name="entry",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="own_fee",
                to="tournaments.entry",
            ),
        ),
        migrations.AddField(
            model_name="feeplan",
            name="tournament",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="fee_plan",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="importfile",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="importfile",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="import_files",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="ledgerline",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="ledgerline",
            name="entry",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="ledger_lines",
                to="tournaments.entry",
            ),
        ),
        migrations.AddField(
            model_name="ledgerline",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ledger_lines",
                to="tournaments.event",
            ),
        ),
        migrations.AddField(
            model_name="ledgerline",
            name="lot",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="ledger_lines",
                to="tournaments.calcuttalot",
            ),
        ),
        migrations.AddField(
            model_name="ledgerline",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="ledger_lines",
                to="accounts.player",
            ),
        ),
        migrations.AddField(
            model_name="ledgerline",
            name="reverses",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="reversed_by",
                to="tournaments.ledgerline",
            ),
        ),
        migrations.AddField(
            model_name="ledgerline",
            name="tournament",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ledger_lines",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="sidepool",
            name="requires",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="required_by",
                to="tournaments.sidepool",
            ),
        ),
        migrations.AddField(
            model_name="sidepool",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="side_pools",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="ledgerline",
            name="pool",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="ledger_lines",
                to="tournaments.sidepool",
            ),
        ),
        migrations.AddField(
            model_name="sidepoolentry",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sidepoolentry",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pool_seats",
                to="tournaments.entry",
            ),
        ),
        migrations.AddField(
            model_name="sidepoolentry",
            name="pool",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="tournaments.sidepool",
            ),
        ),
        migrations.AddField(
            model_name="sidepool",
            name="entries",
            field=models.ManyToManyField(
                related_name="side_pools",
                through="tournaments.SidePoolEntry",
                to="tournaments.entry",
            ),
        ),
        migrations.AddConstraint(
            model_name="calcutta",
            constraint=models.CheckConstraint(
                condition=models.Q(("returned__gte", 0), ("returned__lte", 100)),
                name="calcutta_returned_is_percent",
            ),
        ),
        migrations.AddConstraint(
            model_name="calcutta",
            constraint=models.CheckConstraint(
                condition=models.Q(("buy_back__lte", 100)), name="calcutta_buy_back_is_part"
            ),
        ),
        migrations.AddConstraint(
            model_name="calcuttalot",
            constraint=models.UniqueConstraint(
                fields=("calcutta", "number"), name="calcuttalot_one_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="calcuttalot",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("owner", ""), ("price", None)),
                    models.Q(("price__isnull", False), models.Q(("owner", ""), _negated=True)),
                    _connector="OR",
                ),
                name="calcuttalot_sold_to_somebody",
            ),
        ),
        migrations.AddConstraint(
            model_name="calcuttalotentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("bought_back__lte", 100)), name="calcuttalotentry_bought_part"
            ),
        ),
        migrations.AddConstraint(
            model_name="feeplan",
            constraint=models.CheckConstraint(
                condition=models.Q(("returned__gte", 0), ("returned__lte", 100)),
                name="feeplan_returned_is_percent",
            ),
        ),
        migrations.AddConstraint(
            model_name="feeplan",
            constraint=models.CheckConstraint(
                condition=models.Q(("pay_unit__gte", 1)), name="feeplan_pays_some_unit"
            ),
        ),
        migrations.AddIndex(
            model_name="ledgerline",
            index=models.Index(fields=["tournament", "entry", "kind"], name="ledger_by_entry"),
        ),
        migrations.AddConstraint(
            model_name="ledgerline",
            constraint=models.UniqueConstraint(
                fields=("tournament", "key"), name="ledgerline_once_per_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerline",
            constraint=models.UniqueConstraint(
                fields=("event", "key"), name="ledgerline_once_in_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("event", None), ("tournament__isnull", False)),
                    models.Q(("event__isnull", False), ("tournament", None)),
                    _connector="OR",
                ),
                name="ledgerline_of_one_subject",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerline",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount", 0), _negated=True), name="ledgerline_says_an_amount"
            ),
        ),
        migrations.AddConstraint(
            model_name="sidepoolentry",
            constraint=models.UniqueConstraint(fields=("pool", "entry"), name="sidepoolentry_once"),
        ),
        migrations.AddConstraint(
            model_name="sidepool",
            constraint=models.UniqueConstraint(
                fields=("tournament", "name"), name="sidepool_one_per_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="sidepool",
            constraint=models.CheckConstraint(
                condition=models.Q(("returned__gte", 0), ("returned__lte", 100)),
                name="sidepool_returned_is_percent",
            ),
        ),
    ]
