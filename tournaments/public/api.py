"""/api/v1/tournaments: lists, brackets, standings, and the organizer's verbs. No logic of its own."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView, ListCreateAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from tournaments.bracket.api_base import SharedTournamentApiView, TournamentApiView, login_of
from tournaments.bracket.match_serializers import TournamentMatchOut
from tournaments.bracket.selectors import bracket, lists, standings
from tournaments.bracket.selectors.rows import StandingRow
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, PairingMatch, Tournament
from tournaments.setup.api_base import DirectorsVerb, _shown, detail
from tournaments.setup.serializers import (
    BracketQuery,
    RoundOut,
    StandingOut,
    StandingQuery,
    TournamentDetailOut,
    TournamentIn,
    TournamentOut,
)
from tournaments.setup.services import lifecycle
from tournaments.setup.services.creation_limits import require_room
from tournaments.setup.services.where_played import set_venue_mode
from web.errors import NotFound
from web.etag import ConditionalGet
from web.pagination import KeyedPagination
from web.query_params import WholeNumberFilter, require_year

DAY = ["%Y-%m-%d"]


class TournamentFilter(filters.FilterSet):
    """`?status=finished&finished_after=2026-01-01&finished_before=2027-01-01`"""

    status = filters.MultipleChoiceFilter(choices=Tournament.Status.choices)
    search = filters.CharFilter(field_name="name", lookup_expr="icontains")
    event = filters.CharFilter(method="by_event", label="Slug of a public event")
    format = filters.MultipleChoiceFilter(
        choices=[(name, name) for name in FORMATS], label="Format of the first stage"
    )
    player = WholeNumberFilter(method="by_player", label="Id of a player who is entered")
    organizer = WholeNumberFilter(
        field_name="organizer__player", label="Id of the organizer's player"
    )
    starts_after = filters.DateFilter(
        method="by_start", input_formats=DAY, label="Begins on this day (UTC) or later"
    )
    starts_before = filters.DateFilter(
        method="by_start", input_formats=DAY, label="Begins before this day (UTC)"
    )
    updated_after = filters.IsoDateTimeFilter(
        method="by_update", validators=[require_year], label="Changed at this time or later"
    )
    finished_after = filters.DateFilter(
        method="by_end", input_formats=DAY, label="Ended on this day (UTC) or later"
    )
    finished_before = filters.DateFilter(
        method="by_end", input_formats=DAY, label="Ended before this day (UTC)"
    )

    class Meta:
        model = Tournament
        fields = ["status"]

    def by_event(
        self, queryset: QuerySet[Tournament], _name: str, value: str
    ) -> QuerySet[Tournament]:
        return queryset.filter(event__slug=value, event__is_public=True)

    def by_player(
        self, queryset: QuerySet[Tournament], _name: str, value: int
    ) -> QuerySet[Tournament]:
        plays = Q(player=value) | Q(members__player=value)
        entered = Entry.objects.filter(plays, status=Entry.Status.ACTIVE)
        return queryset.filter(pk__in=entered.order_by().values("tournament"))

    def by_start(
        self, queryset: QuerySet[Tournament], name: str, value: date
    ) -> QuerySet[Tournament]:
        day = datetime.combine(value, time.min, UTC)
        if name == "starts_after":
            return queryset.filter(starts_at__gte=day)
        return queryset.filter(starts_at__lt=day)

    def by_update(
        self, queryset: QuerySet[Tournament], _name: str, value: datetime
    ) -> QuerySet[Tournament]:
        return queryset.filter(Q(updated_at__gte=value) | Q(updated_at=None, created_at__gte=value))

    def by_end(
        self, queryset: QuerySet[Tournament], name: str, value: date
    ) -> QuerySet[Tournament]:
        day = datetime.combine(value, time.min, UTC)
        if name == "finished_after":
            return queryset.filter(finished_at__gte=day)
        return queryset.filter(finished_at__lt=day)


class TournamentList(ConditionalGet, ListCreateAPIView[Tournament]):
    """Tournaments, the newest first; drafts only for those who direct them."""

    token_scope = Scope.DIRECT
    is_kept_for_visitors = True
    serializer_class = TournamentOut
    filterset_class = TournamentFilter

    def get_queryset(self) -> QuerySet[Tournament]:
        return lists.counted(lists.visible(self.request.user), self.request.user)

    def version(self, request: Request) -> object:
        return lists.list_version(request.user)

    @extend_schema(request=TournamentIn, responses={201: TournamentDetailOut})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        data = TournamentIn(data=request.data)
        data.is_valid(raise_exception=True)
        require_room(login_of(request), timezone.now())
        settings = dict(data.validated_data)
        where = settings.pop("where", None)
        with transaction.atomic():
            made = lifecycle.create(organizer=login_of(request), **settings)
            if where is not None:
                set_venue_mode(made.pk, where, by=login_of(request))
        return Response(detail(request, made.slug), status=201)


class TournamentDetail(TournamentApiView):
    """One tournament with its rule card."""

    counts_live = True

    token_scope = Scope.DIRECT

    def version(self, request: Request) -> object:
        live = getattr(self.tournament, "live_count", 0)
        return f"{super().version(request)}.{live}"

    @extend_schema(responses=TournamentDetailOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(_shown(self.tournament))

    @extend_schema(request=TournamentIn(partial=True), responses=TournamentDetailOut)
    def patch(self, request: Request, slug: str) -> Response:
        """Change what is sent; what the rule card says is fixed once it has started."""
        data = TournamentIn(data=request.data, partial=True)
        data.is_valid(raise_exception=True)
        changed = dict(data.validated_data)
        if changed.keys() & {"preset", "rules"}:
            preset = changed.pop("preset", None) or self.tournament.rules.get(
                "preset", "tournament"
            )
            changed["rules"] = lifecycle.rules_with_preset(preset, changed.get("rules") or {})
        if "name" in changed:
            changed["name"] = lifecycle.one_line(changed["name"])
        where = changed.pop("where", None)
        with transaction.atomic():
            if where is not None:
                set_venue_mode(self.tournament.pk, where, by=login_of(request))
            if changed or where is None:
                lifecycle.change(self.tournament.pk, by=request.user, **changed)
        return Response(detail(request, slug))


class BracketDetail(TournamentApiView):
    """Rounds with their pairings; empty before the draw."""

    query_words = tuple(BracketQuery().fields)
    is_kept_for_visitors = True

    def version(self, request: Request) -> object | None:
        return bracket.bracket_version(self.tournament)

    @extend_schema(parameters=[BracketQuery], responses=RoundOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        query = BracketQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        rows = bracket.some_rounds(self.tournament, request.user, **query.validated_data)
        return Response(RoundOut(rows, many=True).data)


class StandingList(SharedTournamentApiView):
    """Places from the top; losers of one knockout round share places.

    Of the whole tournament, or of one table: a stage's main one or first group unless `bracket` names another.
    """

    query_words = tuple(StandingQuery().fields)

    @extend_schema(parameters=[StandingQuery], responses=StandingOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        query = StandingQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        return Response(StandingOut(self._rows(query.validated_data), many=True).data)

    def _rows(self, query: Mapping[str, Any]) -> Sequence[StandingRow]:
        if not query:
            return standings.standing_rows(self.tournament)
        tables = standings.group_tables(self.tournament, query.get("stage", 1))
        section = query.get("bracket") or next(iter(tables), "")
        if section not in tables:
            raise NotFound("no_such_table", _("This no longer exists. Reload the page."))
        return tables[section]


class TournamentMatchList(TournamentApiView, ListAPIView[PairingMatch]):
    """All matches of a tournament in the order in which they were made."""

    is_kept_for_visitors = True

    pagination_class = KeyedPagination
    serializer_class = TournamentMatchOut
    filter_backends: list[Any] = []

    def version(self, request: Request) -> object | None:
        return bracket.bracket_version(self.tournament)

    def get_queryset(self) -> QuerySet[PairingMatch]:
        return lists.matches_of(self.tournament)


class OpenEntry(DirectorsVerb):
    """Let players enter themselves."""

    def act(self, tournament: Tournament, request: Request) -> None:
        lifecycle.open_entry(tournament.pk, by=request.user)


class CloseEntry(DirectorsVerb):
    """Make it a draft again, which only people with a role here see. Entries stay."""

    def act(self, tournament: Tournament, request: Request) -> None:
        lifecycle.close_entry(tournament.pk, by=request.user)


class Cancel(DirectorsVerb):
    """End it without a winner."""

    def act(self, tournament: Tournament, request: Request) -> None:
        lifecycle.cancel(tournament.pk, by=request.user, now=timezone.now())
