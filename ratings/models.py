"""What ratings store: each rated match for each side, the current rating, and what is owed.

Every row follows from matches, results and the formulas; `manage.py recompute_ratings` writes the same from nothing.
Only ratings/services writes them, under the lock of `RatingClock`.
"""

from django.db import models
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from tournaments.models import Event, Tournament

LIST_POOL = "list:"
"""What the pool of a RatingList begins with; the id of the list follows."""


class RatingPool(models.TextChoices):
    """Matches of one kind, with a list of their own."""

    ONLINE = "online", pgettext_lazy("rating", "Online")
    CORRESPONDENCE = "correspondence", pgettext_lazy("rating", "Correspondence")
    OVER_THE_BOARD = "over_the_board", pgettext_lazy("rating", "Over the board")


class RatingChange(models.Model):
    """One side of a rated match: the player's rating before and after. Each match has two such rows in a pool.

    `pool` is a RatingPool, or that of a RatingList (selectors/lists.py). `source` names the match for good (selectors/outcomes.py); the order of rating is `ended_at`, then `source`.
    `tournament_id` and `match_id` are no foreign keys: what has been deleted is noticed by the sweep.
    """

    source = models.CharField(max_length=48)
    pool = models.CharField(max_length=16, choices=RatingPool.choices)
    ended_at = models.DateTimeField()
    length = models.PositiveIntegerField()
    won = models.BooleanField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="rating_changes", db_index=False
    )
    opponent = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    tournament_id = models.BigIntegerField(null=True)
    match_id = models.UUIDField(null=True)
    rating_before = models.FloatField()
    rating_after = models.FloatField()
    experience_before = models.PositiveIntegerField()
    glicko_before = models.FloatField()
    glicko_after = models.FloatField()
    deviation_before = models.FloatField()
    deviation_after = models.FloatField()
    volatility_before = models.FloatField()
    volatility_after = models.FloatField()
    last_before = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "rating change"
        verbose_name_plural = "rating changes"
        ordering = ["pool", "ended_at", "source", "-won"]
        constraints = [
            models.UniqueConstraint("source", "won", name="ratingchange_two_sides"),
        ]
        indexes = [
            models.Index("player", "pool", "ended_at", "source", name="ratingchange_of_player"),
            models.Index("opponent", name="ratingchange_opponent"),
            models.Index(
                "tournament_id",
                name="ratingchange_tournament",
                condition=models.Q(tournament_id__isnull=False),
            ),
            models.Index(
                "match_id",
                name="ratingchange_match",
                condition=models.Q(match_id__isnull=False),
            ),
            models.Index(
                "ended_at",
                name="ratingchange_friendly",
                condition=models.Q(tournament_id__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source}: {self.player_id}"

    @property
    def experience_after(self) -> int:
        return self.experience_before + self.length


class RatingGain(RatingChange):
    """No rows of its own: the list for staff of gains that look farmed (selectors/gains.py)."""

    class Meta:
        proxy = True
        verbose_name = "gain that looks farmed"
        verbose_name_plural = "gains that look farmed"
        default_permissions = ("view",)


class PlayerRating(models.Model):
    """The current rating of a player in a pool; `matches`, `last_at` and `last_source` are of their rated matches.

    The key is not unique: while two players are merged there may be two rows, until the recompute that is owed then.
    """

    pool = models.CharField(max_length=16, choices=RatingPool.choices)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    rating = models.FloatField()
    experience = models.PositiveIntegerField()
    glicko = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    matches = models.PositiveIntegerField()
    last_at = models.DateTimeField()
    last_source = models.CharField(max_length=48)

    class Meta:
        verbose_name = "current rating"
        verbose_name_plural = "current ratings"
        ordering = ["pool", "-rating", "player"]
        indexes = [
            models.Index(
                models.F("pool"), models.F("rating").desc(), models.F("player"),
                name="playerrating_leaders",
            )
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating:.0f}"


class PeriodRating(models.Model):
    """What a player's rated matches of one month or year did to their rating in a pool of the site.

    `period` is `2026-11` or `2026`, by the calendar of UTC. `rating` and `experience` are those after the last of these
    matches, `gain` is the difference to the rating before the first. As in PlayerRating, the key is not unique.
    """

    pool = models.CharField(max_length=16, choices=RatingPool.choices)
    period = models.CharField(max_length=7)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="period_ratings")
    rating = models.FloatField()
    gain = models.FloatField()
    experience = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()
    last_at = models.DateTimeField()

    class Meta:
        verbose_name = "rating of a period"
        verbose_name_plural = "ratings of periods"
        ordering = ["pool", "period", "-rating", "player"]
        indexes = [
            models.Index(
                models.F("pool"), models.F("period"), models.F("rating").desc(), models.F("player"),
                name="periodrating_leaders",
            ),
            models.Index(
                models.F("pool"), models.F("period"), models.F("gain").desc(), models.F("player"),
                name="periodrating_gains",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.player_id}: {self.period}"


class RatedTournament(models.Model):
    """The version of a tournament whose results are rated; another version in the tournament means that work is owed.

    `due_at` is when a result that is shown late may be rated: the version alone does not say so.
    """

    tournament_id = models.BigIntegerField(primary_key=True)
    version = models.PositiveIntegerField()
    due_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "rated tournament"
        verbose_name_plural = "rated tournaments"

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.version}"


class RatingList(models.Model):
    """A list of its own that an event or a club keeps: the site's formula, from `start`, over tournaments of its owner only.

    A list without an event is a club's (`ClubRatingList`). Its rows are those of the pool `list:<id>`. `changed_at` is when
    the last of them was written. `recompute_owed_at` is set while all of it must be computed again.
    """

    class ListScope(models.TextChoices):
        ALL = "all", pgettext_lazy("rating list", "All tournaments")
        RATED = "rated", pgettext_lazy("rating list", "Tournaments rated on the site")
        CHOSEN = "chosen", pgettext_lazy("rating list", "Chosen tournaments only")

    event = models.OneToOneField(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="rating_list"
    )
    start = models.PositiveSmallIntegerField("first rating", default=1500)
    counted = models.CharField(max_length=8, choices=ListScope.choices, default=ListScope.ALL)
    chosen = models.ManyToManyField(Tournament, blank=True, related_name="+")
    changed_at = models.DateTimeField()
    recompute_owed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "rating list"
        verbose_name_plural = "rating lists"

    def __str__(self) -> str:
        return self.pool

    @property
    def pool(self) -> str:
        return f"{LIST_POOL}{self.pk}"


class ListedTournament(models.Model):
    """The version of a tournament whose results are rated in a list, as RatedTournament says it of the site."""

    rating_list = models.ForeignKey(
        RatingList, on_delete=models.CASCADE, related_name="listed", db_index=False
    )
    tournament_id = models.BigIntegerField()
    version = models.PositiveIntegerField()
    due_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "tournament in a rating list"
        verbose_name_plural = "tournaments in rating lists"
        constraints = [
            models.UniqueConstraint(
                fields=["rating_list", "tournament_id"], name="listedtournament_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.rating_list_id}: {self.tournament_id}"


class ExternalRating(models.Model):
    """A player's number in the list of somebody else (a federation), as it was on the day `as_of`.

    `list_key` is the folded `list_name`; `number` is the member number there, or empty. Only services/external_import.py
    writes them. The newest row counts: while two players are merged there may be two for one list.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="external_ratings")
    list_key = models.CharField(max_length=80)
    list_name = models.CharField("list", max_length=40)
    number = models.CharField("member number", max_length=32, blank=True)
    rating = models.FloatField("rating")
    as_of = models.DateField("date")
    source = models.CharField("source", max_length=120)
    imported_at = models.DateTimeField("imported at")

    class Meta:
        verbose_name = "external rating"
        verbose_name_plural = "external ratings"
        ordering = ["list_key", "-rating", "player"]
        permissions = [("import_externalrating", "May import external ratings")]
        indexes = [models.Index("list_key", "number", name="externalrating_number")]

    def __str__(self) -> str:
        return f"{self.list_name}: {self.rating:g}"


class RatingClock(models.Model):
    """The one row whose lock orders all who write ratings, and how far friendly matches have been looked through.

    `recompute_owed_at` is set while everything must be computed again. `checked_at` and `differences` are of the
    last check: how many rows were not what they are from nothing.
    """

    THE_ONE = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ONE)
    swept_to = models.DateTimeField(null=True)
    recompute_owed_at = models.DateTimeField("recompute owed since", null=True)
    checked_at = models.DateTimeField("checked at", null=True)
    differences = models.PositiveIntegerField("differences", default=0)

    class Meta:
        verbose_name = "check of ratings"
        verbose_name_plural = "checks of ratings"
        default_permissions = ("view",)

    def __str__(self) -> str:
        return "ratings"
