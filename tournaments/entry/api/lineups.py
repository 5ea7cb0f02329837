"""…/lineups: who plays at which board of the team matches that are to be played; captains name their own."""

from typing import Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.serializers import KnownFields
from tournaments.bracket.api_base import TournamentApiView, login_of
from tournaments.bracket.match_serializers import PlayerRefOut
from tournaments.bracket.selectors.names import names_of
from tournaments.entry.selectors.lineups import lineup_matches
from tournaments.entry.services.lineups import name_lineup, require_pairing_of

MOST_BOARDS: Final = 5
BIG: Final = 2**53


class LineupIn(KnownFields):
    """A line-up: the ids of the players, board by board."""

    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIG), max_length=MOST_BOARDS
    )


class LineupSideOut(serializers.Serializer[object]):
    """A team in a match."""

    entry = serializers.IntegerField()
    team = serializers.CharField(source="team.name")
    is_named = serializers.BooleanField()
    lineup = PlayerRefOut(
        many=True, help_text="Board by board; empty while you may not see it, or none is named"
    )


class LineupMatchOut(serializers.Serializer[object]):
    """A match of two teams that is not decided. Its boards open, and everybody sees both line-ups, once both are named."""

    pairing = serializers.IntegerField(help_text="The id of the pairing")
    name = serializers.CharField()
    round = serializers.IntegerField(help_text="The id of the round")
    is_open = serializers.BooleanField()
    sides = LineupSideOut(many=True)


class LineupList(TournamentApiView):
    """The matches that are to be played, with the line-ups that you may see: that of your own team, and both once both are
    named. Empty where captains name none."""

    @extend_schema(responses=LineupMatchOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = lineup_matches(self.tournament, request.user, names_of(self.tournament))
        return Response(LineupMatchOut(rows, many=True).data)

    def version(self, request: Request) -> object:
        """None: what is answered depends on who asks."""
        return None


class OwnLineup(TournamentApiView):
    """PUT names the line-up of your team for a match, as its captain; again until your opponents have named theirs."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=LineupIn, responses=LineupMatchOut)
    def put(self, request: Request, slug: str, pairing_id: int) -> Response:
        """Refused: not_the_captain (403), lineups_open, no_lineups, bad_lineup (400), not_known_yet, pairing_over."""
        sent = LineupIn(data=request.data)
        sent.is_valid(raise_exception=True)
        require_pairing_of(self.tournament.pk, pairing_id)
        players = sent.validated_data["players"]
        name_lineup(pairing_id, players, by=login_of(request), now=timezone.now())
        names = names_of(self.tournament)
        rows = lineup_matches(self.tournament, request.user, names, pairing=pairing_id)
        return Response(LineupMatchOut(rows[0]).data)
