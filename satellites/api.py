"""/api/v1/tournaments/<slug>/satellite: a tournament that repeats when it is full. /api/v1/tickets/<id>/use: a ticket."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields
from games.serializers import RefusalOut
from satellites.models import EntryTicket, Satellite, SatelliteTournament
from satellites.selectors.satellites import place_of, places_of
from satellites.services import satellites
from satellites.services.tickets import use_ticket
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.bracket.selectors.lists import get_tournament
from tournaments.models import Entry, Tournament
from web.errors import NotFound

REFUSED = dict.fromkeys((401, 403, 404, 409), RefusalOut)


class SatelliteIn(KnownFields):
    """What the winner of each tournament gets."""

    target = serializers.SlugField(
        required=False,
        allow_null=True,
        default=None,
        help_text="A tournament of the same event; null for a jackpot",
    )


class EntryTicketOut(serializers.ModelSerializer[EntryTicket]):
    """A free entry in `target`. `is_won_by_another`: it was used, and then the result of its final was corrected."""

    player = serializers.CharField(source="player.name")
    target = serializers.CharField(source="target.slug")
    is_used = serializers.BooleanField()
    is_won_by_another = serializers.BooleanField()

    class Meta:
        model = EntryTicket
        fields = ["id", "player", "target", "is_used", "used_at", "entry", "is_won_by_another"]
        read_only_fields = ["entry"]


class SatelliteTournamentOut(serializers.ModelSerializer[SatelliteTournament]):
    """A tournament of a satellite. `refusal` says why it has not started, or why the next one has not opened."""

    tournament = serializers.CharField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    status = serializers.ChoiceField(source="tournament.status", choices=Tournament.Status.choices)
    winner = serializers.CharField(source="tournament.champion.title", default=None, allow_null=True)  # fmt: skip
    ticket = EntryTicketOut(default=None, allow_null=True)

    class Meta:
        model = SatelliteTournament
        fields = ["number", "tournament", "name", "status", "winner", "ticket", "refusal"]


class SatelliteOut(serializers.ModelSerializer[Satellite]):
    """Equal tournaments, the latest first. It repeats until `ended_at`."""

    target = serializers.CharField(source="target.slug", default=None, allow_null=True)
    tournaments = serializers.SerializerMethodField()

    class Meta:
        model = Satellite
        fields = ["target", "created_at", "ended_at", "tournaments"]

    @extend_schema_field(SatelliteTournamentOut(many=True))
    def get_tournaments(self, row: Satellite) -> Any:
        return SatelliteTournamentOut(places_of(row), many=True).data


class TicketEntryOut(serializers.ModelSerializer[Entry]):
    """The entry for which the ticket was used."""

    tournament = serializers.CharField(source="tournament.slug")
    player = serializers.CharField(source="player.name")

    class Meta:
        model = Entry
        fields = ["id", "tournament", "player", "status"]


class SatelliteView(DeskApiView):
    """A tournament that starts when it is full and opens the next one. For its directors."""

    @extend_schema(operation_id="satellite_retrieve", responses={200: SatelliteOut, **REFUSED})
    def get(self, request: Request, slug: str) -> Response:
        place = place_of(self.tournament)
        if place is None:
            raise NotFound("does_not_repeat", "This tournament does not repeat.")
        return Response(SatelliteOut(place.satellite).data)

    @extend_schema(
        operation_id="satellite_begin",
        request=SatelliteIn,
        responses={201: SatelliteOut, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Let it repeat; a draft is opened for entry. A target needs the right to organize it."""
        user = login_of(request)
        sent = SatelliteIn(data=request.data)
        sent.is_valid(raise_exception=True)
        target = sent.validated_data["target"]
        target_id = get_tournament(target, user).pk if target else None
        made = satellites.begin(self.tournament.pk, target_id, by=user, now=timezone.now())
        return Response(SatelliteOut(made).data, status=201)

    @extend_schema(operation_id="satellite_stop", responses={204: None, **REFUSED})
    def delete(self, request: Request, slug: str) -> Response:
        """Stop. All tournaments and tickets stay."""
        satellites.stop(self.tournament.pk, by=login_of(request), now=timezone.now())
        return Response(status=204)


class TicketUse(APIView):
    """A ticket of the winner of a satellite."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(
        operation_id="tickets_use", request=None, responses={201: TicketEntryOut, **REFUSED}
    )
    def post(self, request: Request, ticket_id: int) -> Response:
        """Enter its player without a fee, as the desk of the target does."""
        entry = use_ticket(ticket_id, by=login_of(request), now=timezone.now())
        return Response(TicketEntryOut(entry).data, status=201)
