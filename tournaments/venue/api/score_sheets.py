"""…/slips/<id>/games: the score sheet of a match over the board, game by game. The complete sheet is the report."""

from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.requests import me
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import TournamentApiView
from tournaments.bracket.selectors.agreement import rules_of
from tournaments.models import Slip
from tournaments.venue.selectors.may_report_for import side_of
from tournaments.venue.selectors.score_sheet import sheet_of
from tournaments.venue.services import score_sheets
from tournaments.venue.services.claims import Reporter
from web.errors import NotAllowed, NotFound

BIG: Final = 2**53
MOST_GAMES: Final = 999


class ScoredGameOut(serializers.Serializer[Any]):
    """A game; `score` is the score after it, of the first entry first."""

    number = serializers.IntegerField()
    winner = serializers.IntegerField(help_text="An entry")
    worth = serializers.IntegerField(help_text="1 single, 2 gammon, 3 backgammon")
    cube = serializers.IntegerField()
    crawford = serializers.BooleanField()
    score = serializers.ListField(child=serializers.IntegerField())


class ScoreSheetOut(serializers.Serializer[Any]):
    """The games so far. `winner` is null until the match is over."""

    games = ScoredGameOut(many=True)
    score = serializers.ListField(child=serializers.IntegerField())
    winner = serializers.IntegerField(allow_null=True)
    next_is_crawford = serializers.BooleanField()
    over = serializers.BooleanField()


class ScoredGameIn(KnownFields):
    """The next game. `number` is its number on the sheet, so that a game that is sent twice counts once."""

    number = serializers.IntegerField(min_value=1, max_value=MOST_GAMES)
    winner = serializers.IntegerField(min_value=1, max_value=BIG, help_text="An entry")
    worth = serializers.IntegerField(
        required=False, default=1, min_value=1, max_value=3, help_text="1, 2 or 3"
    )
    cube = serializers.IntegerField(required=False, default=1, min_value=1, max_value=2**20)


class ScoreSheetView(TournamentApiView):
    """A view of the score sheet of your own match."""

    permission_classes = [IsAuthenticated]

    def version(self, request: Request) -> object:
        return None

    def slip(self, slip_id: int) -> Slip:
        """Refused: no_such_slip (404)."""
        slips = Slip.objects.select_related("pairing__round", "pairing__stage__tournament")
        slip = slips.filter(pk=slip_id, pairing__stage__tournament=self.tournament).first()
        if slip is None:
            raise NotFound("no_such_slip", _("This no longer exists. Reload the page."))
        return slip

    def reporter(self, request: Request, slip: Slip) -> Reporter:
        """Refused: not_your_match (403)."""
        side = side_of(me(request), slip)
        if side is None:
            raise NotAllowed("not_your_match", "You are not a player in this match.")
        return Reporter(side, me(request))


class SlipGames(ScoreSheetView):
    """The score sheet of your match; POST adds the next game."""

    @extend_schema(responses=ScoreSheetOut)
    def get(self, request: Request, slug: str, slip_id: int) -> Response:
        slip = self.slip(slip_id)
        self.reporter(request, slip)
        rules = rules_of(self.tournament, slip.pairing.round)
        return Response(ScoreSheetOut(sheet_of(slip, rules)).data)

    @extend_schema(request=ScoredGameIn, responses={201: ScoreSheetOut})
    def post(self, request: Request, slug: str, slip_id: int) -> Response:
        who = self.reporter(request, slip := self.slip(slip_id))
        sent = ScoredGameIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        game = score_sheets.GameScore(data["winner"], data["worth"], data["cube"])
        sheet = score_sheets.add_game(slip.pk, who, game, number=data["number"], now=timezone.now())
        return Response(ScoreSheetOut(sheet).data, status=201)


class SlipGameRemoval(ScoreSheetView):
    """DELETE removes the last game from the score sheet of your match."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, slip_id: int, number: int) -> Response:
        slip = self.slip(slip_id)
        self.reporter(request, slip)
        score_sheets.take_back_game(slip.pk, number=number, now=timezone.now())
        return Response(status=204)
