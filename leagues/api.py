"""/api/v1/leagues: leagues, their seasons with tables, divisions, and the next season."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Player, Scope
from clubs.selectors.clubs import get_club
from games.serializers import RefusalOut
from leagues import serializers as shapes
from leagues.models import League, LeagueDivision, LeagueSeason
from leagues.selectors.leagues import get_league, get_season, listed_leagues
from leagues.selectors.next_season import (
    GONE,
    JoiningPlayer,
    NextChoices,
    next_name,
    preview_of,
)
from leagues.selectors.tables import has_changed_since, past_seasons, season_tables
from leagues.services import leagues as services
from leagues.services import seasons
from leagues.services.locking import require_league_organizer
from leagues.services.next_season import prepare_next, require_division_director
from tournaments.bracket.api_base import login_of
from tournaments.bracket.selectors.lists import get_tournament
from web.errors import DomainError, NotFound
from web.pagination import StandardPagination


class LeagueList(ListAPIView[League]):
    """Leagues, the newest first; POST starts one."""

    query_words = frozenset[str]()
    permission_classes = [IsAuthenticatedOrReadOnly]
    token_scope = Scope.DIRECT
    serializer_class = shapes.LeagueOut
    pagination_class = StandardPagination

    def get_queryset(self) -> QuerySet[League]:
        return listed_leagues()

    @extend_schema(request=shapes.LeagueIn, responses={201: shapes.LeagueOut, 400: RefusalOut})
    def post(self, request: Request) -> Response:
        league = services.start_league(login_of(request), timezone.now(), **_facts(request))
        return Response(shapes.LeagueOut(league).data, status=201)


class LeagueApiView(APIView):
    """A view of one league, named by its address, and of one season where the address has its number."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    token_scope = Scope.DIRECT
    league: League
    season: LeagueSeason

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.league = get_league(kwargs["slug"], request.user)
        if "number" in kwargs:
            self.season = get_season(self.league, kwargs["number"])
        super().initial(request, *args, **kwargs)

    def division(self, division_id: int) -> LeagueDivision:
        row = LeagueDivision.objects.filter(season=self.season, pk=min(division_id, 2**53)).first()
        if row is None:
            raise NotFound("no_such_division", _("Division not found."))
        return row


class LeagueDetail(LeagueApiView):
    """A league; PATCH changes it; DELETE deletes it with its record."""

    @extend_schema(responses={200: shapes.LeagueOut, 404: RefusalOut})
    def get(self, request: Request, slug: str) -> Response:
        return Response(shapes.LeagueOut(self.league).data)

    @extend_schema(responses={204: None, 404: RefusalOut})
    def delete(self, request: Request, slug: str) -> Response:
        services.delete_league(self.league.pk, login_of(request))
        return Response(status=204)

    @extend_schema(request=shapes.LeagueIn(partial=True), responses={200: shapes.LeagueOut})
    def patch(self, request: Request, slug: str) -> Response:
        require_league_organizer(login_of(request), self.league)
        facts = _facts(request, partial=True)
        changed = services.change_league(self.league.pk, login_of(request), timezone.now(), **facts)
        return Response(shapes.LeagueOut(changed).data)


class LeagueSeasons(LeagueApiView):
    """Seasons, the newest first, with champions; POST adds one without divisions."""

    @extend_schema(responses={200: shapes.LeagueSeasonOut(many=True), 404: RefusalOut})
    def get(self, request: Request, slug: str) -> Response:
        return Response(shapes.LeagueSeasonOut(past_seasons(self.league), many=True).data)

    @extend_schema(request=shapes.LeagueSeasonIn, responses={201: shapes.LeagueSeasonOut})
    def post(self, request: Request, slug: str) -> Response:
        require_league_organizer(login_of(request), self.league)
        sent = shapes.LeagueSeasonIn(data=request.data)
        sent.is_valid(raise_exception=True)
        name = sent.validated_data["name"]
        season = seasons.add_season(login_of(request), self.league.pk, timezone.now(), name=name)
        return Response(
            shapes.LeagueSeasonOut({"season": season, "champion": None}).data, status=201
        )  # fmt: skip


class LeagueSeasonDetail(LeagueApiView):
    """A season with the tables of its divisions; DELETE removes the latest season, tournaments stay."""

    @extend_schema(responses={200: shapes.LeagueTablesOut, 404: RefusalOut})
    def get(self, request: Request, slug: str, number: int) -> Response:
        tables = season_tables(self.season, request.user)
        values = {
            "season": self.season,
            "tables": tables,
            "changed_since_next": has_changed_since(self.season, tables),
        }
        return Response(shapes.LeagueTablesOut(values).data)

    @extend_schema(responses={204: None, 404: RefusalOut})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        seasons.remove_season(login_of(request), self.season.pk, timezone.now())
        return Response(status=204)


class LeagueDivisions(LeagueApiView):
    """POST adds a tournament as the lowest division."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=shapes.LeagueDivisionIn,
        responses={201: shapes.LeagueDivisionSettings, 403: RefusalOut},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        require_league_organizer(login_of(request), self.league)
        sent = shapes.LeagueDivisionIn(data=request.data)
        sent.is_valid(raise_exception=True)
        typed = dict(sent.validated_data)
        typed["tournament"] = get_tournament(typed["tournament"], request.user).pk
        division = seasons.add_division(login_of(request), self.season.pk, timezone.now(), **typed)
        return Response(shapes.LeagueDivisionSettings(division).data, status=201)


class LeagueDivisionDetail(LeagueApiView):
    """PATCH changes a division; DELETE removes it, its tournament stays."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=shapes.LeagueDivisionChange,
        responses={200: shapes.LeagueDivisionSettings, 404: RefusalOut},
    )
    def patch(self, request: Request, slug: str, number: int, division_id: int) -> Response:
        require_league_organizer(login_of(request), self.league)
        row = self.division(division_id)
        sent = shapes.LeagueDivisionChange(data=request.data)
        sent.is_valid(raise_exception=True)
        before = {"name": row.name, "relegated": row.relegated, "play_off": row.play_off}
        changed = seasons.change_division(
            login_of(request), row.pk, timezone.now(), **(before | sent.validated_data)
        )
        return Response(shapes.LeagueDivisionSettings(changed).data)

    @extend_schema(responses={204: None, 404: RefusalOut})
    def delete(self, request: Request, slug: str, number: int, division_id: int) -> Response:
        row = self.division(division_id)
        seasons.remove_division(login_of(request), row.pk, timezone.now())
        return Response(status=204)


class LeagueNextSeason(LeagueApiView):
    """The next season by the standings and the rules, for the organizer; POST prepares it, once."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses={200: shapes.LeagueNextOut, 403: RefusalOut})
    def get(self, request: Request, slug: str, number: int) -> Response:
        require_league_organizer(login_of(request), self.league)
        require_division_director(login_of(request), self.season)
        return Response(shapes.LeagueNextOut(preview_of(self.season, NextChoices())).data)

    @extend_schema(
        request=shapes.LeagueNextIn, responses={201: shapes.LeaguePreparedOut, 409: RefusalOut}
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        require_league_organizer(login_of(request), self.league)
        sent = shapes.LeagueNextIn(data=request.data)
        sent.is_valid(raise_exception=True)
        choices = _choices(sent.validated_data, next_name(self.season))
        prepared = prepare_next(login_of(request), self.season.pk, timezone.now(), choices)
        return Response(shapes.LeaguePreparedOut(prepared).data, status=201 if prepared.is_new else 200)  # fmt: skip


def _choices(typed: dict[str, Any], name: str) -> NextChoices:
    """Refused (400): no_such_player."""
    moves = {
        row["player"]: GONE if row["division"] is None else row["division"]
        for row in typed.get("moves", ())
    }
    joining = tuple(_joining(row) for row in typed.get("new_players", ()))
    return NextChoices(typed.get("name", name), moves, joining)


def _joining(row: dict[str, Any]) -> JoiningPlayer:
    if "player" not in row:
        if not row.get("name"):
            raise DomainError("name_needed", _("Name each new player."), 400)
        return JoiningPlayer(row["name"], None, row.get("division"))
    player = Player.objects.filter(pk=row["player"], anonymised_at=None).first()
    if player is None:
        raise DomainError("no_such_player", _("Player not found."), 400)
    return JoiningPlayer(player.name, player.pk, row.get("division"))


def _facts(request: Request, *, partial: bool = False) -> dict[str, Any]:
    """What services take, of what was sent."""
    sent = shapes.LeagueIn(data=request.data, partial=partial)
    sent.is_valid(raise_exception=True)
    facts = dict(sent.validated_data)
    if "club" in facts:
        facts["club"] = get_club(facts["club"], request.user) if facts["club"] else None
    return facts
