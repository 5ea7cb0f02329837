"""/api/v1 ratings: the list of a pool or an event, the rated matches and external ratings of a player, the field of a tournament."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Player
from games.serializers import RefusalOut
from ratings.formulas.fibs import is_provisional
from ratings.models import ExternalRating, PeriodRating, PlayerRating, RatingChange, RatingPool
from ratings.selectors.current import LeaderFilter, leaders
from ratings.selectors.external import external_rows
from ratings.selectors.field import rated_field
from ratings.selectors.lists import list_of_event
from ratings.selectors.periods import ORDERS, RATING, PeriodFilter, is_period, period_leaders
from tournaments.bracket.selectors import lists
from tournaments.event.selectors.events import get_event
from web.errors import DomainError, NotFound
from web.pagination import StandardPagination
from web.query_params import whole_number


class RatedPlayerOut(serializers.ModelSerializer[Player]):
    """A player in a list of ratings."""

    country = serializers.SerializerMethodField(help_text="ISO 3166-1 alpha-2, or empty")

    class Meta:
        model = Player
        fields = ["id", "name", "country"]

    def get_country(self, player: Player) -> str:
        return str(getattr(player.country, "code", "") or "")


class PlayerRatingOut(serializers.ModelSerializer[PlayerRating]):
    """A current rating. `glicko` and `deviation` are of Glicko-2."""

    player = RatedPlayerOut()
    provisional = serializers.SerializerMethodField(help_text="Little experience so far")
    experience = serializers.IntegerField(help_text="Sum of the lengths of all rated matches")

    class Meta:
        model = PlayerRating
        fields = [
            "player", "pool", "rating", "provisional", "experience", "matches", "glicko", "deviation",
            "volatility", "last_at",
        ]  # fmt: skip

    def get_provisional(self, row: PlayerRating) -> bool:
        return is_provisional(row.experience)


class RatingChangeOut(serializers.ModelSerializer[RatingChange]):
    """A rated match and what it did to the player's rating."""

    opponent = RatedPlayerOut()
    match = serializers.UUIDField(
        source="match_id", allow_null=True, help_text="Null for a match over the board"
    )

    class Meta:
        model = RatingChange
        fields = [
            "pool", "ended_at", "length", "won", "opponent", "match", "rating_before", "rating_after",
            "glicko_before", "glicko_after",
        ]  # fmt: skip


class ExternalRatingOut(serializers.ModelSerializer[ExternalRating]):
    """A player's newest number in the list of somebody else."""

    name = serializers.CharField(source="list_name", help_text="Name of the list")
    as_of = serializers.DateField(help_text="The day of the number")
    imported_from = serializers.CharField(source="source")

    class Meta:
        model = ExternalRating
        fields = ["name", "rating", "as_of", "imported_from"]


class FieldPlayerOut(serializers.Serializer[Any]):
    """A player with their rating at the start of the tournament."""

    player = RatedPlayerOut()
    rating = serializers.IntegerField()


class UpsetOut(serializers.Serializer[Any]):
    """The match won by the player whose rating was lower by the most points."""

    winner = FieldPlayerOut()
    loser = FieldPlayerOut()
    difference = serializers.IntegerField()


class RatedFieldOut(serializers.Serializer[Any]):
    """The field of a tournament by its ratings at the start; before the start, by the current ones."""

    pool = serializers.ChoiceField(choices=RatingPool.choices)
    players = serializers.IntegerField(help_text="Entered, or in the draw once there is one")
    rated = serializers.IntegerField(help_text="How many of them have a rating")
    average = serializers.IntegerField(help_text="Of those who have one")
    favourite = FieldPlayerOut(allow_null=True, help_text="Null where several share the highest")
    upset = UpsetOut(
        allow_null=True, help_text="The biggest so far. Spectators see it as late as the results"
    )


POOL = OpenApiParameter("pool", str, enum=RatingPool.values, description="`online` unless given")
COUNTRY = OpenApiParameter("country", str, description="ISO 3166-1 alpha-2")
LEAST = OpenApiParameter(
    "min_experience", OpenApiTypes.INT, description="Least points of experience"
)


NAME = OpenApiParameter("name", str, description="Part of the player’s name")
CLUB = OpenApiParameter("club", str, description="Members of this club alone: its slug")
ORDER = OpenApiParameter(
    "order", str, enum=list(ORDERS), description="The highest `rating` first, or the most `gain`"
)
FILTERS = ("pool", "country", "min_experience", "name", "club")


class PeriodRatingOut(serializers.ModelSerializer[PeriodRating]):
    """A player’s rating at the end of a month or year, and what its matches changed."""

    player = RatedPlayerOut()
    gain = serializers.FloatField(help_text="Rating at the end less the one before the first match")
    provisional = serializers.SerializerMethodField(help_text="Little experience by then")
    experience = serializers.IntegerField(help_text="At the end of the period")
    matches = serializers.IntegerField(help_text="Rated matches that ended in the period")

    class Meta:
        model = PeriodRating
        fields = [
            "player", "pool", "period", "rating", "gain", "provisional", "experience", "matches", "last_at",
        ]  # fmt: skip

    def get_provisional(self, row: PeriodRating) -> bool:
        return is_provisional(row.experience)


class LeaderboardList(ListAPIView[PlayerRating]):
    """Current ratings, the highest first."""

    query_words = frozenset(FILTERS)
    permission_classes = [AllowAny]
    serializer_class = PlayerRatingOut
    pagination_class = StandardPagination

    @extend_schema(
        operation_id="ratings_list",
        parameters=[POOL, COUNTRY, LEAST, NAME, CLUB],
        responses={200: PlayerRatingOut(many=True), 400: RefusalOut, 404: RefusalOut},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[PlayerRating]:
        return leaders(filter_in(self.request))


class PeriodLeaderboardList(ListAPIView[PeriodRating]):
    """The ratings of those who played in a month (`2026-11`) or a year (`2026`), by the calendar of UTC."""

    query_words = frozenset({*FILTERS, "order"})
    permission_classes = [AllowAny]
    serializer_class = PeriodRatingOut
    pagination_class = StandardPagination

    @extend_schema(
        operation_id="ratings_periods_list",
        parameters=[POOL, COUNTRY, LEAST, NAME, CLUB, ORDER],
        responses={200: PeriodRatingOut(many=True), 400: RefusalOut, 404: RefusalOut},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """404 `no_such_period` where the address names neither a month nor a year."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[PeriodRating]:
        if getattr(self, "swagger_fake_view", False):
            return PeriodRating.objects.none()
        period = self.kwargs["period"]
        if not is_period(period):
            raise NotFound("no_such_period", "A period is a month as 2026-11, or a year as 2026.")
        order = self.request.query_params.get("order", RATING)
        if order not in ORDERS:
            raise DomainError(
                "bad_request", f"The parameter order is one of: {', '.join(ORDERS)}.", 400
            )
        return period_leaders(filter_in(self.request), PeriodFilter(period, order))


class ListedRatingOut(serializers.ModelSerializer[PlayerRating]):
    """A rating in the list of an event or a club."""

    player = RatedPlayerOut()
    provisional = serializers.SerializerMethodField(help_text="Little experience so far")
    experience = serializers.IntegerField(help_text="Sum of the lengths of all rated matches")

    class Meta:
        model = PlayerRating
        fields = ["player", "rating", "provisional", "experience", "matches", "last_at"]

    def get_provisional(self, row: PlayerRating) -> bool:
        return is_provisional(row.experience)


class EventRatingList(ListAPIView[PlayerRating]):
    """The rating list that an event keeps of its own, the highest rating first."""

    query_words = frozenset[str]()
    permission_classes = [AllowAny]
    serializer_class = ListedRatingOut
    pagination_class = StandardPagination

    @extend_schema(
        operation_id="events_ratings_list",
        responses={200: ListedRatingOut(many=True), 404: RefusalOut},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """404 `no_rating_list` where the event keeps none."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[PlayerRating]:
        if getattr(self, "swagger_fake_view", False):
            return PlayerRating.objects.none()
        event = get_event(self.kwargs["slug"], self.request.user)
        return leaders(LeaderFilter(list_of_event(event).pool))


class PlayerRatingChanges(ListAPIView[RatingChange]):
    """The rated matches of a player in a pool, the newest first."""

    query_words = frozenset({"pool"})
    permission_classes = [AllowAny]
    serializer_class = RatingChangeOut
    pagination_class = StandardPagination

    @extend_schema(
        operation_id="players_ratings_list",
        parameters=[POOL],
        responses={200: RatingChangeOut(many=True), 400: RefusalOut, 404: RefusalOut},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[RatingChange]:
        if getattr(self, "swagger_fake_view", False):
            return RatingChange.objects.none()
        player = player_with(self.kwargs["pk"])
        pool = pool_in(self.request.query_params.get("pool", RatingPool.ONLINE.value))
        rows = RatingChange.objects.filter(player=player, pool=pool).select_related("opponent")
        return rows.order_by("-ended_at", "-source")


class PlayerExternalRatings(ListAPIView[ExternalRating]):
    """The newest number of a player in each external list, in the order of the lists."""

    query_words = frozenset[str]()
    permission_classes = [AllowAny]
    serializer_class = ExternalRatingOut
    pagination_class = StandardPagination

    @extend_schema(
        operation_id="players_external_ratings_list",
        responses={200: ExternalRatingOut(many=True), 404: RefusalOut},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[ExternalRating]:
        if getattr(self, "swagger_fake_view", False):
            return ExternalRating.objects.none()
        return external_rows(player_with(self.kwargs["pk"]))


class TournamentRatings(APIView):
    """The average rating, the favourite and the biggest upset of a tournament."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="tournaments_ratings_retrieve",
        responses={200: RatedFieldOut, 404: RefusalOut},
    )
    def get(self, request: Request, slug: str) -> Response:
        """404 `no_ratings` where results change no ratings, or no player has one."""
        field = rated_field(lists.get_tournament(slug, request.user))
        if field is None:
            raise NotFound("no_ratings", "No player of this tournament has a rating in it.")
        return Response(RatedFieldOut(field).data)


def player_with(pk: int) -> Player:
    """Refused: no_such_player (404)."""
    player = Player.objects.filter(pk=pk).only("pk", "anonymised_at").first()
    if player is None:
        raise NotFound("no_such_player", "No player has this id.")
    return player


def filter_in(request: Request) -> LeaderFilter:
    """What the parameters cut a leaderboard down to. Refused: bad_request (400)."""
    parameters = request.query_params
    asked = {key: parameters.get(key, "").replace("\x00", "") for key in parameters}
    least = whole_number("min_experience", asked.get("min_experience", "0"))
    return LeaderFilter(
        pool_in(asked.get("pool", RatingPool.ONLINE.value)),
        country=asked.get("country", "")[:2].upper(),
        least=max(0, min(least, 2**31 - 1)),
        name=" ".join(asked.get("name", "")[:80].split()),
        club=asked.get("club", "")[:80],
    )


def pool_in(text: str) -> str:
    """A pool by its name. Refused: bad_request (400)."""
    if text not in RatingPool.values:
        names = ", ".join(RatingPool.values)
        raise DomainError("bad_request", f"The parameter pool is one of: {names}.", 400)
    return text
