"""/api/v1/tournaments/<slug>/entries: who is entered; enter and leave, or enter somebody else at the desk."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.forms import NameField
from accounts.models import NOT_HOUSE_BOTS, Player, Scope
from accounts.selectors import NO_GUEST
from accounts.serializers import KnownFields
from accounts.services.players import ensure_player
from accounts.token_authentication import require_scope
from tournaments.bracket.api_base import SharedTournamentApiView, login_of
from tournaments.bracket.selectors import entries
from tournaments.core.permissions import Right, require
from tournaments.entry.services import entries as entry_services
from tournaments.entry.services.namesakes import NEW, WhichPlayer
from tournaments.models import Entry
from tournaments.ruling.serializers import MoveOut, unconfirmed
from tournaments.ruling.services.preview import ConfirmationNeeded
from tournaments.setup.serializers import EntryOut
from web.errors import NotFound


class EntryIn(KnownFields):
    """Nothing to enter yourself. At the desk: a player by their id, or a name for somebody who may have no login."""

    player = serializers.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, help_text="Id of a player"
    )
    name = serializers.CharField(required=False, min_length=2, max_length=80)
    new = serializers.BooleanField(
        required=False,
        default=False,
        help_text="With a name: add a new player even if others have this name",
    )
    confirm = serializers.CharField(
        required=False,
        max_length=64,
        allow_blank=True,
        default="",
        help_text="The digest from needs_confirmation: cancel exactly those called matches",
    )

    def validate_name(self, name: str) -> str:
        return NameField().clean(name)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "player" in attrs and ("name" in attrs or attrs["new"]):
            raise serializers.ValidationError("Give either player or name, not both.")
        if attrs["new"] and "name" not in attrs:
            raise serializers.ValidationError({"name": [_("Enter the player’s name.")]})
        return attrs


class CandidateOut(serializers.Serializer[object]):
    """Somebody who may be meant."""

    player = serializers.IntegerField(help_text="Send this to enter them")
    description = serializers.CharField(help_text="Their name and what tells them from the others")


class WhichPlayerOut(serializers.Serializer[object]):
    """Nobody was entered. `which_player`: others of the name are known; say who is meant, or `new`.

    `needs_confirmation`: a late entry would cancel called matches, which `moves` lists; send `digest` as `confirm`.
    """

    code = serializers.CharField(help_text="which_player, or why else nobody is entered")
    detail = serializers.CharField()
    candidates = CandidateOut(many=True, required=False)
    digest = serializers.CharField(required=False)
    moves = MoveOut(many=True, required=False)


class EntryList(SharedTournamentApiView):
    """Who is entered; POST enters yourself, or somebody else where you keep the desk; DELETE takes you out before the start."""

    @extend_schema(responses=EntryOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = entries.entry_rows(self.tournament, request.user)
        return Response(EntryOut(rows, many=True).data)

    @extend_schema(
        request=EntryIn,
        responses={
            201: EntryOut,
            409: OpenApiResponse(
                WhichPlayerOut,
                description="which_player: somebody of that name is known, see `candidates`. needs_confirmation, "
                "stale_preview: a late entry would cancel called matches, see `moves` and `digest`",
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter the player of your own login: send nothing. Who may write at the desk enters others, with a token to direct.

        By a name nobody is mistaken for another: if somebody is called so already, you are asked who is meant.
        """
        sent = EntryIn(data=request.data)
        sent.is_valid(raise_exception=True)
        try:
            made = self._enter(request, sent.validated_data)
        except WhichPlayer as question:
            return Response(WhichPlayerOut(question_of(question)).data, status=question.status)
        except ConfirmationNeeded as error:
            return Response(WhichPlayerOut(unconfirmed(error)).data, status=error.status)
        rows = entries.entry_rows(self.tournament, request.user)
        row = next(row for row in rows if row.id == made.pk)
        return Response(EntryOut(row).data, status=201)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        entry_services.withdraw(self.tournament.pk, ensure_player(login_of(request)))
        return Response(status=204)

    def _enter(self, request: Request, data: dict[str, Any]) -> Entry:
        now, user = timezone.now(), login_of(request)
        if not data.keys() & {"player", "name"}:
            return entry_services.enter(self.tournament.pk, ensure_player(user), now=now)
        require_scope(request.auth, Scope.DIRECT)
        require(user, self.tournament, Right.SCORE)
        who = player_asked_for(data) | {"confirm": data["confirm"]}
        return entry_services.add_walk_in(self.tournament.pk, by=user, now=now, **who)


def player_asked_for(data: dict[str, Any]) -> dict[str, Any]:
    """Whom checked data of an entry names, as arguments of add_walk_in. Refused: no_such_player."""
    if "name" in data:
        return {"name": data["name"], "choice": NEW if data["new"] else ""}
    people = Player.objects.filter(NO_GUEST, anonymised_at=None, bot_kind__in=NOT_HOUSE_BOTS)
    player = people.filter(pk=data["player"]).first()
    if player is None:
        raise NotFound("no_such_player", _("This no longer exists. Reload the page."))
    return {"player": player}


def question_of(question: WhichPlayer) -> dict[str, Any]:
    """The answer to a name that several players have."""
    players = [(number, text) for number, text in question.options if number != NEW]
    candidates = [{"player": int(number), "description": text} for number, text in players]
    return {"code": question.code, "detail": question.detail, "candidates": candidates}
