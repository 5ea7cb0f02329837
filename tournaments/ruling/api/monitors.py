"""…/pairings/<id>/notes and …/watches: what monitors write about a match, and who watches it. Nobody else reads it."""

from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope, User
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, TournamentApiView, login_of
from tournaments.core.permissions import rights_in
from tournaments.models import Pairing, Tournament
from tournaments.ruling.selectors import monitoring as selectors
from tournaments.ruling.services import monitoring
from web.errors import NotAllowed, NotFound

BIG: Final = 2**53


class PairingNoteOut(serializers.Serializer[Any]):
    """A note of a director or a monitor."""

    at = serializers.DateTimeField()
    by = serializers.CharField()
    text = serializers.CharField()


class PairingNoteIn(KnownFields):
    """A note. It is never changed."""

    text = serializers.CharField(max_length=monitoring.LONGEST)


class WatchOut(serializers.Serializer[Any]):
    """A monitor of a pairing."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class WatchIn(KnownFields):
    """Who is to watch the pairing: the id of a player with a role that may monitor."""

    player = serializers.IntegerField(min_value=1, max_value=BIG)


class PairingNotes(TournamentApiView):
    """Notes on a pairing, the newest first; POST adds one. For directors, and for the monitors of the pairing."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    def version(self, request: Request) -> object:
        return None

    @extend_schema(responses=PairingNoteOut(many=True))
    def get(self, request: Request, slug: str, pairing_id: int) -> Response:
        pairing = _pairing(request, self.tournament, pairing_id)
        monitoring.require_notes(login_of(request), self.tournament, pairing)
        return Response(PairingNoteOut(selectors.notes_of([pairing_id]), many=True).data)

    @extend_schema(request=PairingNoteIn, responses={201: PairingNoteOut(many=True)})
    def post(self, request: Request, slug: str, pairing_id: int) -> Response:
        by = login_of(request)
        monitoring.require_notes(
            by, self.tournament, _pairing(request, self.tournament, pairing_id)
        )
        sent = PairingNoteIn(data=request.data)
        sent.is_valid(raise_exception=True)
        text, now = sent.validated_data["text"], timezone.now()
        monitoring.write_note(self.tournament.pk, pairing_id, text, by=by, now=now)
        rows = selectors.notes_of([pairing_id])
        return Response(PairingNoteOut(rows, many=True).data, status=201)


class PairingWatches(DeskApiView):
    """Who watches a pairing; POST assigns a monitor."""

    @extend_schema(responses=WatchOut(many=True))
    def get(self, request: Request, slug: str, pairing_id: int) -> Response:
        _pairing(request, self.tournament, pairing_id)
        return Response(WatchOut(selectors.watchers_of(pairing_id), many=True).data)

    @extend_schema(request=WatchIn, responses={201: WatchOut(many=True)})
    def post(self, request: Request, slug: str, pairing_id: int) -> Response:
        sent = WatchIn(data=request.data)
        sent.is_valid(raise_exception=True)
        people = User.objects.filter(is_active=True, player=sent.validated_data["player"])
        user = people.first()
        if user is None:
            raise NotFound("no_monitor", _("This no longer exists. Reload the page."))
        monitoring.assign(
            self.tournament.pk, pairing_id, user, by=login_of(request), now=timezone.now()
        )
        rows = selectors.watchers_of(pairing_id)
        return Response(WatchOut(rows, many=True).data, status=201)


class WatchRemoval(TournamentApiView):
    """DELETE releases a monitor from a pairing. Directors may, and the monitor."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pairing_id: int, watch_id: int) -> Response:
        if watch_id not in {row.id for row in selectors.watchers_of(pairing_id)}:
            _require_role(request, self.tournament)
            raise NotFound("no_such_watch", _("This no longer exists. Reload the page."))
        monitoring.release(self.tournament.pk, watch_id, by=login_of(request))
        return Response(status=204)


def _pairing(request: Request, tournament: Tournament, pairing_id: int) -> Pairing:
    """Refused: not_your_role (403), no_such_pairing (404)."""
    _require_role(request, tournament)
    pairing = Pairing.objects.filter(pk=pairing_id, stage__tournament=tournament).first()
    if pairing is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    return pairing


def _require_role(request: Request, tournament: Tournament) -> None:
    """Refused: not_your_role (403), for users without any role here."""
    if not rights_in(request.user, tournament):
        raise NotAllowed("not_your_role", _("Your role does not allow this."))
