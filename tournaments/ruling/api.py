"""/api/v1/tournaments/<slug>/rulings: the record of rulings, and a director's rulings with their preview (T9.5).
…/pairing-requests: what is asked of the pairing of rounds (T6.20)."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import TournamentApiView, login_of
from tournaments.bracket.selectors.pairing_requests import request_rows
from tournaments.core.permissions import may_direct, require_director
from tournaments.models import PairingRequest
from tournaments.ruling.selectors.rulings import public_rulings, ruling_rows, rulings_of
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.pairing_requests import AskPairing, RemoveRequest
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from tournaments.ruling.services.record_only import BRACKET, RECORD, REPLAY
from tournaments.ruling.services.result_rulings import ForfeitPairing, SetResult, VoidResult
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.withdrawal import WithdrawEntry
from web.errors import NotFound

VERBS = ["correct_result", "forfeit", "void_result", "withdraw", "disqualify", "undo"]
BIG = 2**53
Data = Mapping[str, Any]


def _number(**more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(required=False, min_value=1, max_value=BIG, **more)


class RulingIn(serializers.Serializer[object]):
    """A ruling. It needs `pairing` and `winner` (correct_result), `pairing` and `losers` (forfeit), `pairing` (void_result),
    `entry` (withdraw, disqualify) or `ruling` (undo). `effect` is for correct_result: bracket moves everything that
    follows; record corrects only the record, and the bracket stands; replay voids the match and needs no `winner`."""

    verb = serializers.ChoiceField(choices=VERBS)
    reason = serializers.CharField(min_length=3, max_length=500)
    pairing = _number()
    entry = _number()
    ruling = _number()
    winner = _number(help_text="An entry")
    losers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIG),
        required=False,
        max_length=2,
        help_text="Entries",
    )
    winner_points = serializers.IntegerField(required=False, min_value=0, max_value=999)
    loser_points = serializers.IntegerField(required=False, min_value=0, max_value=999)
    loser = _number(help_text="An entry; needed where points are given")
    effect = serializers.ChoiceField(
        choices=[BRACKET, RECORD, REPLAY],
        required=False,
        default=BRACKET,
        help_text="What a corrected result changes",
    )
    redraw = serializers.BooleanField(
        required=False, help_text="Draw the rounds after it anew", default=False
    )
    preview = serializers.BooleanField(
        required=False, default=False, help_text="Only say what would move"
    )
    confirm = serializers.CharField(
        required=False,
        max_length=64,
        allow_blank=True,
        default="",
        help_text="The digest of a preview; needed where matches that have begun become void",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        needed = {
            "correct_result": ("pairing", "winner"),
            "forfeit": ("pairing", "losers"),
            "void_result": ("pairing",),
            "withdraw": ("entry",),
            "disqualify": ("entry",),
            "undo": ("ruling",),
        }[attrs["verb"]]
        if attrs["effect"] != BRACKET and attrs["verb"] != "correct_result":
            raise serializers.ValidationError({"effect": "Only for correct_result."})
        if attrs["effect"] == REPLAY:
            needed = ("pairing",)
        if "winner_points" in attrs or "loser_points" in attrs:
            needed = (*needed, "winner_points", "loser_points", "loser")
        if missing := [name for name in needed if name not in attrs]:
            raise serializers.ValidationError(dict.fromkeys(missing, "This field is required."))
        return attrs


class RulingOut(serializers.Serializer[object]):
    """A line of the record; `undone` when it was taken back."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    verb = serializers.CharField()
    about = serializers.CharField()
    pairing = serializers.IntegerField(source="pairing_id", allow_null=True)
    summary = serializers.CharField()
    reason = serializers.CharField()
    undone = serializers.BooleanField()
    can_undo = serializers.BooleanField()


class MoveOut(serializers.Serializer[object]):
    """One thing that becomes another: a slot, a pairing, a match, a round, a place, a prize, the champion, the status.

    kept: a stage that has begun keeps its field (before), though another (after) would go on to it now.
    """

    kind = serializers.CharField()
    key = serializers.SerializerMethodField()
    before = serializers.SerializerMethodField()
    after = serializers.SerializerMethodField()
    state = serializers.CharField()

    def get_key(self, move: Any) -> list[str]:
        return [str(part) for part in move.key]

    def get_before(self, move: Any) -> str | None:
        return None if move.before is None else str(move.before)

    def get_after(self, move: Any) -> str | None:
        return None if move.after is None else str(move.after)


class PreviewOut(serializers.Serializer[object]):
    """What would move; send the digest as `confirm` to say yes to exactly that."""

    digest = serializers.CharField()
    needs_confirmation = serializers.BooleanField()
    moves = MoveOut(many=True, source="changes")


class RulingList(TournamentApiView):
    """What directors ruled, the newest first; POST rules, or says what a ruling would move.

    A ruling names scores and stands in the log of its match: where spectators see matches late, it is told as late.
    Rulings on pairing requests are for directors only.
    """

    token_scope = Scope.DIRECT

    def version(self, request: Request) -> object | None:
        if not self._sees_rulings_at_once(request):
            return None
        return f"{super().version(request)}.{self._directs(request)}"

    @extend_schema(responses=RulingOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        of_viewer = rulings_of if self._directs(request) else public_rulings
        rulings = of_viewer(self.tournament)
        if not self._sees_rulings_at_once(request):
            delay = timedelta(seconds=self.tournament.spectator_delay_s)
            rulings = rulings.filter(at__lte=timezone.now() - delay)
        return Response(RulingOut(ruling_rows(self.tournament, rulings), many=True).data)

    def _sees_rulings_at_once(self, request: Request) -> bool:
        return not self.tournament.spectator_delay_s or self._directs(request)

    def _directs(self, request: Request) -> bool:
        return may_direct(request.user, self.tournament)

    @extend_schema(
        request=RulingIn,
        responses={
            200: OpenApiResponse(PreviewOut, description="A preview; nothing was done"),
            201: OpenApiResponse(RulingOut, description="Ruled"),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        sent = RulingIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        action = ACTIONS[data["verb"]](data)
        if action.tournament_id() != self.tournament.pk:
            raise NotFound("not_here", "This is not part of the tournament.")
        user: Any = request.user
        ruling_request = RulingRequest(
            user, timezone.now(), data["reason"], confirm=data["confirm"]
        )
        if data["preview"]:
            return Response(PreviewOut(preview(action, ruling_request)).data)
        ruling = rule(action, ruling_request)
        rows = ruling_rows(self.tournament, rulings_of(self.tournament).filter(pk=ruling.pk))
        return Response(RulingOut(rows[0]).data, status=201)


class PairingRequestOut(serializers.Serializer[object]):
    """Something asked of the pairing of rounds. `round`: that of a bye or a wished pairing, or the last one that an entry
    plays."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=PairingRequest.Kind.choices)
    entry = serializers.IntegerField()
    other = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)


class PairingRequestIn(KnownFields):
    """A request: `bye` and `leaves` need `round`, `forbidden` needs `other`, `wished` needs both."""

    kind = serializers.ChoiceField(choices=PairingRequest.Kind.choices)
    entry = serializers.IntegerField(min_value=1, max_value=BIG)
    other = _number(help_text="A second entry")
    round = _number()
    reason = serializers.CharField(required=False, max_length=200, allow_blank=True, default="")


class PairingRequestList(TournamentApiView):
    """What is asked of the pairing of rounds, for directors; POST asks for more."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    def version(self, request: Request) -> object | None:
        return None

    @extend_schema(responses=PairingRequestOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        require_director(login_of(request), self.tournament)
        return Response(PairingRequestOut(request_rows(self.tournament), many=True).data)

    @extend_schema(request=PairingRequestIn, responses={201: PairingRequestOut})
    def post(self, request: Request, slug: str) -> Response:
        require_director(login_of(request), self.tournament)
        sent = PairingRequestIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        action = AskPairing(
            of_tournament=self.tournament.pk,
            kind=data["kind"],
            entry_id=data["entry"],
            other_id=data.get("other"),
            round=data.get("round"),
        )
        ruling = rule(action, RulingRequest(login_of(request), timezone.now(), data["reason"]))
        made = ruling.pairing_requests.get()
        row = next(row for row in request_rows(self.tournament) if row.id == made.pk)
        return Response(PairingRequestOut(row).data, status=201)


class PairingRequestDetail(TournamentApiView):
    """DELETE removes a request, so that it counts no longer."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, request_id: int) -> Response:
        require_director(login_of(request), self.tournament)
        action = RemoveRequest(request_id=request_id)
        if action.tournament_id() != self.tournament.pk:
            raise NotFound("not_here", "This is not part of the tournament.")
        rule(action, RulingRequest(login_of(request), timezone.now(), ""))
        return Response(status=204)


def _correct(data: Data) -> DirectorAction[Any]:
    if data["effect"] == REPLAY:
        return _void(data)
    score = None
    if "winner_points" in data:
        score = {data["winner"]: data["winner_points"], data["loser"]: data["loser_points"]}
    return SetResult(
        pairing_id=data["pairing"],
        winner=data["winner"],
        score=score,
        redraw=data["redraw"],
        effect=data["effect"],
    )


def _forfeit(data: Data) -> DirectorAction[Any]:
    losers = tuple(data["losers"])
    return ForfeitPairing(pairing_id=data["pairing"], losers=losers, redraw=data["redraw"])


def _void(data: Data) -> DirectorAction[Any]:
    return VoidResult(pairing_id=data["pairing"], redraw=data["redraw"])


def _leave(data: Data) -> DirectorAction[Any]:
    return WithdrawEntry(entry_id=data["entry"], verb=data["verb"])


def _undo(data: Data) -> DirectorAction[Any]:
    return Undo(ruling_id=data["ruling"], redraw=data["redraw"])


ACTIONS: dict[str, Callable[[Data], DirectorAction[Any]]] = {
    "correct_result": _correct,
    "forfeit": _forfeit,
    "void_result": _void,
    "withdraw": _leave,
    "disqualify": _leave,
    "undo": _undo,
}
