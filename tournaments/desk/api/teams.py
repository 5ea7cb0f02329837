"""…/teams: pairs and teams, entered by their captains or at the desk."""

from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.forms import NameField
from accounts.models import Player
from accounts.serializers import KnownFields
from accounts.services.players import ensure_player
from tournaments.bracket.api_base import DeskApiView, TournamentApiView, login_of
from tournaments.bracket.selectors.entries import members_of
from tournaments.desk.api.entries import shown_entry
from tournaments.entry.api.entries import WhichPlayerOut, question_of
from tournaments.entry.services import entries, teams
from tournaments.entry.services.namesakes import NEW, WhichPlayer
from tournaments.models import Entry
from tournaments.ruling.serializers import unconfirmed
from tournaments.ruling.services.preview import ConfirmationNeeded
from tournaments.setup.serializers import EntryOut
from web.errors import DomainError

MOST_MEMBERS: Final = 12
WHICH = OpenApiResponse(
    WhichPlayerOut, description="which_player, or needs_confirmation, as with single players"
)


class NameOfMember(serializers.CharField):
    """A name as pages take it."""

    def to_internal_value(self, data: Any) -> str:
        return str(NameField().clean(super().to_internal_value(data)))


class OwnTeamIn(KnownFields):
    """A pair or a team by the names of its members, in the order of the boards, reserves last."""

    name = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=80, help_text="A pair needs none"
    )
    members = serializers.ListField(
        child=NameOfMember(min_length=2, max_length=80), min_length=2, max_length=MOST_MEMBERS
    )


class TeamIn(OwnTeamIn):
    """A pair or a team that the desk enters. Where a name belongs to several players, `choices` says who is meant."""

    choices = serializers.DictField(
        child=serializers.RegexField(r"^(new|[1-9]\d{0,15})$"),
        required=False,
        help_text='By the index of the name, from 0: the id of a player, or "new"',
    )
    confirm = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=64, help_text="A digest"
    )

    def validate_choices(self, choices: dict[str, str]) -> dict[int, str]:
        if not all(at.isascii() and at.isdigit() and len(at) < 3 for at in choices):
            raise serializers.ValidationError("The keys are indexes of names, from 0.")
        return {int(at): NEW if who == "new" else who for at, who in choices.items()}


class TeamList(DeskApiView):
    """POST enters a pair or a team by the names of its members."""

    @extend_schema(request=TeamIn, responses={201: EntryOut, 409: WHICH})
    def post(self, request: Request, slug: str) -> Response:
        sent = TeamIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data, by = sent.validated_data, login_of(request)
        try:
            made = teams.add_team_by_names(
                self.tournament.pk, data["members"], by=by, name=data["name"],
                choices=data.get("choices", {}), confirm=data["confirm"], now=timezone.now(),
            )  # fmt: skip
        except WhichPlayer as question:
            return Response(WhichPlayerOut(question_of(question)).data, status=question.status)
        except ConfirmationNeeded as error:
            return Response(WhichPlayerOut(unconfirmed(error)).data, status=error.status)
        row = shown_entry(self.tournament, request.user, made.pk)
        return Response(EntryOut(row).data, status=201)


class OwnTeam(TournamentApiView):
    """PUT enters your pair or team, or changes its members before the start. You are its captain and a member of it."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=OwnTeamIn, responses=EntryOut)
    def put(self, request: Request, slug: str) -> Response:
        """Refused: no_team, captain_stays, no_such_player (400), several_players. Every member needs an account."""
        sent = OwnTeamIn(data=request.data)
        sent.is_valid(raise_exception=True)
        made = self._enter(request, ensure_player(login_of(request)), sent.validated_data)
        return Response(EntryOut(shown_entry(self.tournament, request.user, made.pk)).data)

    def _enter(self, request: Request, captain: Player, data: dict[str, Any]) -> Entry:
        now, name = timezone.now(), data["name"]
        own = self.tournament.entries.filter(player=captain, status__in=entries.ENTERED)
        mine = own.select_related("player").order_by("attempt").last()
        before = [captain] if mine is None else [row.player for row in members_of(mine)]
        members = teams.team_players(data["members"], current=before, may_be_new=False)
        if mine is not None:
            by = login_of(request)
            return teams.set_members(mine.pk, by=by, name=name, members=members, now=now)
        if captain not in members:
            raise DomainError("captain_stays", _("The captain must be a member of the team."))
        partners = [player for player in members if player != captain]
        return teams.enter_team(self.tournament.pk, captain, name=name, partners=partners, now=now)
