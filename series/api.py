"""/api/v1/series: series, their order of merit, the tournaments that count, and adjustments."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields
from clubs.models import Club
from clubs.selectors.clubs import get_club
from games.serializers import RefusalOut
from series.merit.order import TIE_BREAKS
from series.merit.points import points_text
from series.models import LONGEST_NAME, Series, SeriesAdjustment
from series.selectors.series import get_series, listed_series
from series.selectors.standings import MeritColumn, MeritLine, OrderOfMerit, order_of
from series.services import adjustments
from series.services import series as services
from series.services.checks import LONGEST_ABOUT, MOST_COUNTED
from series.services.counted import add_tournament, remove_tournament, weigh_tournament
from series.services.locking import require_organizer
from tournaments.bracket.api_base import login_of
from tournaments.bracket.selectors.lists import get_tournament
from web.pagination import StandardPagination

BIG = 2**53


class SeriesOut(serializers.Serializer[Any]):
    """A series in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField(
        source="shown_club.slug", default=None, allow_null=True, help_text="The slug of its club"
    )
    tournaments = serializers.IntegerField(source="tournament_count", help_text="How many count")


class SchemeField(serializers.JSONField):
    """What gives points: `kind` (place, size, share, wins), `taking_part`, and what the kind needs. `points`: points (place) or
    factors (share) from the first place. `by_size`: [[players, points], …]. `wins`: points for a win in main, consolation and
    last_chance. `best_of_tie`: true or false."""


class SeriesSettingsOut(serializers.Serializer[Any]):
    """A series with its settings. Points are decimal text."""

    slug = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    club = serializers.CharField(source="shown_club.slug", default=None, allow_null=True)
    scheme = SchemeField()
    best = serializers.IntegerField(help_text="So many results count; 0 for all")
    least_events = serializers.IntegerField(help_text="Players with fewer events have no place")
    tie_breaks = serializers.ListField(child=serializers.ChoiceField(choices=TIE_BREAKS))


class SeriesIn(KnownFields):
    """The settings of a series."""

    name = serializers.CharField(min_length=3, max_length=LONGEST_NAME)
    about = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_ABOUT)
    club = serializers.SlugField(
        required=False, allow_null=True, help_text="The slug of a club whose officer you are"
    )
    scheme = SchemeField(required=False)
    best = serializers.IntegerField(required=False, min_value=0, max_value=MOST_COUNTED)
    least_events = serializers.IntegerField(required=False, min_value=0, max_value=MOST_COUNTED)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=TIE_BREAKS), required=False, max_length=6
    )


class MeritColumnOut(serializers.Serializer[Any]):
    """An event, or a tournament outside events; `players` is null until it is over."""

    name = serializers.CharField()
    url = serializers.CharField()
    day = serializers.DateField(allow_null=True)
    players = serializers.IntegerField(allow_null=True)
    tournaments = serializers.SerializerMethodField()

    def get_tournaments(self, column: MeritColumn) -> list[str]:
        return [row.tournament.slug for row in column.counted]


class MeritResultOut(serializers.Serializer[Any]):
    """A result: its column from 0, points, the place, and whether it counts."""

    column = serializers.IntegerField()
    points = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)
    counts = serializers.BooleanField()


class MeritLineOut(serializers.Serializer[Any]):
    """A line of the order of merit. Points are decimal text, rounded to two decimals."""

    place = serializers.IntegerField(source="row.place", allow_null=True)
    player = serializers.IntegerField(source="row.player")
    name = serializers.CharField(source="player.name")
    total = serializers.SerializerMethodField()
    adjustment = serializers.SerializerMethodField()
    tie_break = serializers.SerializerMethodField(
        help_text="The tie-break that placed this player among others with the same total"
    )
    results = serializers.SerializerMethodField()

    def get_total(self, line: MeritLine) -> str:
        return points_text(line.row.total)

    def get_adjustment(self, line: MeritLine) -> str:
        return points_text(line.row.adjustment)

    def get_tie_break(self, line: MeritLine) -> str | None:
        return line.row.tie_break[0] if line.row.tie_break else None

    @extend_schema_field(MeritResultOut(many=True))
    def get_results(self, line: MeritLine) -> list[dict[str, Any]]:
        return [
            {
                "column": n,
                "points": points_text(result.points),
                "place": result.place,
                "counts": result.counts,
            }
            for n, result in enumerate(line.results)
            if result is not None
        ]


class OrderOfMeritOut(serializers.Serializer[OrderOfMerit]):
    """The order of merit, everybody from the top."""

    columns = MeritColumnOut(many=True)
    lines = MeritLineOut(many=True)


class CountedIn(KnownFields):
    """A tournament that is to count, by its slug."""

    tournament = serializers.SlugField()
    weight = serializers.IntegerField(
        required=False, default=100, help_text="Percent of the points"
    )
    earlier = serializers.BooleanField(
        required=False,
        default=False,
        help_text="With its like in the earlier editions of its event",
    )


class WeightIn(KnownFields):
    """What part of the points a tournament gives."""

    weight = serializers.IntegerField(help_text="Percent of the points, from 1 to 1000")


class CountedOut(serializers.Serializer[Any]):
    """The slugs of the tournaments that are new in the series."""

    added = serializers.ListField(child=serializers.CharField())


class AdjustmentIn(KnownFields):
    """Points that are added, or taken where they are negative."""

    player = serializers.IntegerField(min_value=1, max_value=BIG)
    points = serializers.DecimalField(max_digits=8, decimal_places=2)
    reason = serializers.CharField(min_length=3, max_length=adjustments.LONGEST_REASON)


class AdjustmentOut(serializers.ModelSerializer[SeriesAdjustment]):
    """An adjustment; its points are decimal text."""

    points = serializers.SerializerMethodField()

    class Meta:
        model = SeriesAdjustment
        fields = ["id", "player", "points", "reason", "at"]

    def get_points(self, row: SeriesAdjustment) -> str:
        return points_text(row.points)


class SeriesList(ListAPIView[Series]):
    """Series, the newest first; POST starts one."""

    query_words = frozenset[str]()
    permission_classes = [IsAuthenticatedOrReadOnly]
    token_scope = Scope.DIRECT
    serializer_class = SeriesOut
    pagination_class = StandardPagination

    def get_queryset(self) -> QuerySet[Series]:
        return listed_series()

    @extend_schema(request=SeriesIn, responses={201: SeriesSettingsOut, 400: RefusalOut})
    def post(self, request: Request) -> Response:
        made = services.start_series(login_of(request), timezone.now(), **_facts(request))
        return Response(SeriesSettingsOut(made).data, status=201)


class SeriesApiView(APIView):
    """A view of one series, named by its address."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    token_scope = Scope.DIRECT
    series: Series

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.series = get_series(kwargs["slug"], request.user)
        super().initial(request, *args, **kwargs)


class SeriesDetail(SeriesApiView):
    """A series with its settings; PATCH changes them; DELETE deletes it with its record."""

    @extend_schema(responses={200: SeriesSettingsOut, 404: RefusalOut})
    def get(self, request: Request, slug: str) -> Response:
        return Response(SeriesSettingsOut(self.series).data)

    @extend_schema(responses={204: None, 404: RefusalOut})
    def delete(self, request: Request, slug: str) -> Response:
        services.delete_series(self.series.pk, login_of(request))
        return Response(status=204)

    @extend_schema(request=SeriesIn(partial=True), responses={200: SeriesSettingsOut})
    def patch(self, request: Request, slug: str) -> Response:
        require_organizer(login_of(request), self.series)
        facts = _facts(request, partial=True)
        changed = services.change_series(self.series.pk, login_of(request), timezone.now(), **facts)
        return Response(SeriesSettingsOut(changed).data)


class SeriesStandings(SeriesApiView):
    """The order of merit."""

    @extend_schema(responses={200: OrderOfMeritOut, 404: RefusalOut})
    def get(self, request: Request, slug: str) -> Response:
        return Response(OrderOfMeritOut(order_of(self.series)).data)


class SeriesCounted(SeriesApiView):
    """POST lets a tournament count."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=CountedIn, responses={201: CountedOut, 403: RefusalOut})
    def post(self, request: Request, slug: str) -> Response:
        require_organizer(login_of(request), self.series)
        sent = CountedIn(data=request.data)
        sent.is_valid(raise_exception=True)
        typed = sent.validated_data
        tournament = get_tournament(typed["tournament"], request.user)
        added = add_tournament(
            login_of(request), self.series.pk, tournament.pk, timezone.now(),
            weight=typed["weight"], earlier=typed["earlier"],
        )  # fmt: skip
        return Response(CountedOut({"added": [row.slug for row in added]}).data, status=201)


class SeriesCountedTournament(SeriesApiView):
    """PATCH weighs a tournament of the series; DELETE removes it."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=WeightIn, responses={204: None, 404: RefusalOut})
    def patch(self, request: Request, slug: str, counted: str) -> Response:
        require_organizer(login_of(request), self.series)
        sent = WeightIn(data=request.data)
        sent.is_valid(raise_exception=True)
        row = get_tournament(counted, request.user)
        weight = sent.validated_data["weight"]
        weigh_tournament(login_of(request), self.series.pk, row.pk, weight, timezone.now())
        return Response(status=204)

    @extend_schema(responses={204: None, 404: RefusalOut})
    def delete(self, request: Request, slug: str, counted: str) -> Response:
        row = get_tournament(counted, request.user)
        remove_tournament(login_of(request), self.series.pk, row.pk, timezone.now())
        return Response(status=204)


class SeriesAdjustments(SeriesApiView):
    """Adjustments that count, in the order in which they were added; POST adds one."""

    @extend_schema(responses={200: AdjustmentOut(many=True), 404: RefusalOut})
    def get(self, request: Request, slug: str) -> Response:
        rows = self.series.adjustments.filter(withdrawn_at=None)
        return Response(AdjustmentOut(rows.order_by("pk"), many=True).data)

    @extend_schema(request=AdjustmentIn, responses={201: AdjustmentOut, 403: RefusalOut})
    def post(self, request: Request, slug: str) -> Response:
        require_organizer(login_of(request), self.series)
        sent = AdjustmentIn(data=request.data)
        sent.is_valid(raise_exception=True)
        typed = sent.validated_data
        added = adjustments.add_adjustment(
            login_of(request), self.series.pk, typed["player"], typed["points"], typed["reason"], timezone.now()
        )  # fmt: skip
        return Response(AdjustmentOut(added).data, status=201)


class SeriesAdjustmentDetail(SeriesApiView):
    """DELETE withdraws an adjustment; the record keeps it."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses={204: None, 404: RefusalOut})
    def delete(self, request: Request, slug: str, adjustment_id: int) -> Response:
        adjustments.withdraw_adjustment(
            login_of(request), self.series.pk, adjustment_id, timezone.now()
        )
        return Response(status=204)


def _facts(request: Request, *, partial: bool = False) -> dict[str, Any]:
    """What services take, of what was sent."""
    sent = SeriesIn(data=request.data, partial=partial)
    sent.is_valid(raise_exception=True)
    facts = dict(sent.validated_data)
    if "club" in facts:
        club: Club | None = get_club(facts["club"], request.user) if facts["club"] else None
        facts["club"] = club
    return facts
