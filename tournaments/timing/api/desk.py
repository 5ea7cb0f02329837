"""/api/v1/tournaments/<slug>/timing, …/rounds/<id>/deadline, …/clocks and …/pairings/<id>/…: what a director decides about time."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.core.locking import locked
from tournaments.core.permissions import Right
from tournaments.models import Absence, Penalty, Round, RoundDeadline, Ruling, Timing, Tournament
from tournaments.ruling.selectors.rulings import ruling_rows, rulings_of
from tournaments.ruling.serializers import BIG, RulingOut
from tournaments.ruling.services import lateness_penalties, live_match_rulings
from tournaments.timing.selectors import timing as selectors
from tournaments.timing.services import absences, director_timing
from web.errors import NotFound

NAMES: Final = (
    "lateness", "penalty", "grace_min", "step_min", "round_days", "ends_at", "remind_hours",
)  # fmt: skip
Verb = Callable[..., Ruling]


class TimingOut(serializers.ModelSerializer[Timing]):
    """How a tournament treats lateness and deadlines. `ends_at` is in its time zone; `paused` while all of it is paused."""

    paused = serializers.SerializerMethodField()
    remind_hours = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        model = Timing
        fields = [*NAMES, "paused"]

    def get_paused(self, timing: Timing) -> bool:
        return timing.held_at is not None


class TimingIn(KnownFields):
    """Fields to change. Fields left out stay as they are."""

    lateness = serializers.ChoiceField(choices=Timing.Lateness.choices, required=False)
    penalty = serializers.ChoiceField(choices=Timing.Penalty.choices, required=False)
    grace_min = serializers.IntegerField(required=False, min_value=1, max_value=120)
    step_min = serializers.IntegerField(required=False, min_value=1, max_value=120)
    round_days = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=90, help_text="Null: no deadlines"
    )
    ends_at = serializers.TimeField(required=False)
    remind_hours = serializers.ListField(
        child=serializers.ChoiceField(choices=[48, 24, 6]),
        required=False,
        max_length=3,
        help_text="Hours before a deadline",
    )


class DeadlineOut(serializers.Serializer[object]):
    """By when a round is to be played. `started_at`: when the matches that nobody had begun were started."""

    round = serializers.IntegerField(source="round_id")
    until = serializers.DateTimeField(source="play_until")
    started_at = serializers.DateTimeField(allow_null=True)


class DeadlineIn(KnownFields):
    """The new deadline of a round."""

    until = serializers.DateTimeField()
    later_too = serializers.BooleanField(
        required=False, default=True, help_text="Move the deadlines after it by as much"
    )
    reason = serializers.CharField(min_length=3, max_length=500)


class ClocksIn(KnownFields):
    """Pause or resume one pairing, one round, or everything that is being played; or give one pairing dice of its own, so
    that the tables with the same dice no longer wait for it."""

    do = serializers.ChoiceField(choices=["pause", "resume", "own_dice"])
    pairing = serializers.IntegerField(required=False, min_value=1, max_value=BIG)
    round = serializers.IntegerField(required=False, min_value=1, max_value=BIG)
    board = serializers.IntegerField(
        required=False, min_value=1, max_value=5, help_text="Of a team match; left out for all"
    )
    reason = serializers.CharField(min_length=3, max_length=500)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if {"pairing", "round"} <= attrs.keys():
            raise serializers.ValidationError("Give pairing or round, not both.")
        if attrs["do"] == "own_dice" and "pairing" not in attrs:
            raise serializers.ValidationError({"do": "Only with a pairing."})
        if "board" in attrs and "pairing" not in attrs:
            raise serializers.ValidationError({"board": "Only with a pairing."})
        return attrs


class ClockTimeIn(KnownFields):
    """Time that one side gets, or loses (below 0), at a running match."""

    entry = serializers.IntegerField(min_value=1, max_value=BIG)
    seconds = serializers.IntegerField(min_value=-36_000, max_value=36_000)
    board = serializers.IntegerField(required=False, min_value=1, max_value=5)
    reason = serializers.CharField(min_length=3, max_length=500)


class StartTimeIn(KnownFields):
    """When the matches of a pairing begin; those that are being played pause until then."""

    at = serializers.DateTimeField()
    reason = serializers.CharField(min_length=3, max_length=500)


class PenaltyDecisionIn(KnownFields):
    """Give the proposed penalty, or excuse the lateness."""

    accept = serializers.BooleanField()
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


class ProposedPenaltyOut(serializers.Serializer[object]):
    """A penalty for lateness that waits for a decision."""

    id = serializers.IntegerField()
    pairing = serializers.IntegerField(source="pairing_id")
    entry = serializers.IntegerField(source="entry_id")
    board = serializers.IntegerField()
    since = serializers.DateTimeField(help_text="When play should have begun")
    lost = serializers.BooleanField(help_text="The match is forfeited")


class TimingDetail(DeskApiView):
    """Lateness and deadlines; PATCH changes them. New matches follow."""

    @extend_schema(responses=TimingOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(TimingOut(_timing(self.tournament)).data)

    @extend_schema(request=TimingIn, responses=TimingOut)
    def patch(self, request: Request, slug: str) -> Response:
        sent = TimingIn(data=request.data)
        sent.is_valid(raise_exception=True)
        with transaction.atomic():
            old = _timing(locked(self.tournament.pk))
            values = {name: getattr(old, name) for name in NAMES} | sent.validated_data
            made = director_timing.set_timing(
                self.tournament.pk, by=login_of(request), now=timezone.now(), **values
            )
        return Response(TimingOut(made).data)


class DeadlineList(DeskApiView):
    """The deadlines of all rounds that have one."""

    right = Right.SCORE

    @extend_schema(responses=DeadlineOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        of_rounds = {"round__stage__tournament": self.tournament, "round__voided_at": None}
        return Response(DeadlineOut(RoundDeadline.objects.filter(**of_rounds), many=True).data)


class RoundDeadlineDetail(DeskApiView):
    """PUT sets or moves the deadline of a round."""

    @extend_schema(request=DeadlineIn, responses=DeadlineOut)
    def put(self, request: Request, slug: str, round_id: int) -> Response:
        row = _round(self.tournament, round_id)
        sent = DeadlineIn(data=request.data)
        sent.is_valid(raise_exception=True)
        director_timing.set_deadline(
            row.pk, by=login_of(request), now=timezone.now(), **sent.validated_data
        )
        return Response(DeadlineOut(RoundDeadline.objects.get(round=row)).data)


class ClockList(DeskApiView):
    """POST pauses or resumes matches that are being played."""

    @extend_schema(request=ClocksIn, responses={201: RulingOut})
    def post(self, request: Request, slug: str) -> Response:
        sent = ClocksIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        facts = {"by": login_of(request), "now": timezone.now(), "reason": data["reason"]}
        is_pause = data["do"] == "pause"
        services = live_match_rulings
        act: Verb
        if "pairing" in data:
            act = services.pause if is_pause else services.resume
            if data["do"] == "own_dice":
                act = services.use_own_dice
            pairing = _pairing(self.tournament, data["pairing"])
            ruling = act(pairing, board=data.get("board"), **facts)
        elif "round" in data:
            act = services.pause_round if is_pause else services.resume_round
            ruling = act(_round(self.tournament, data["round"]).pk, **facts)
        else:
            act = services.pause_all if is_pause else services.resume_all
            ruling = act(self.tournament.pk, **facts)
        return _ruled(self.tournament, ruling)


class PairingClock(DeskApiView):
    """POST gives time to one side of a running match, or takes it away."""

    @extend_schema(request=ClockTimeIn, responses={201: RulingOut})
    def post(self, request: Request, slug: str, pairing_id: int) -> Response:
        sent = ClockTimeIn(data=request.data)
        sent.is_valid(raise_exception=True)
        ruling = live_match_rulings.give_time(
            _pairing(self.tournament, pairing_id),
            by=login_of(request),
            now=timezone.now(),
            **sent.validated_data,
        )
        return _ruled(self.tournament, ruling)


class PairingStart(DeskApiView):
    """PUT moves the matches of a pairing to another time."""

    @extend_schema(request=StartTimeIn, responses=RulingOut)
    def put(self, request: Request, slug: str, pairing_id: int) -> Response:
        sent = StartTimeIn(data=request.data)
        sent.is_valid(raise_exception=True)
        ruling = director_timing.move_match(
            _pairing(self.tournament, pairing_id),
            by=login_of(request),
            now=timezone.now(),
            **sent.validated_data,
        )
        return _ruled(self.tournament, ruling, 200)


class PenaltyList(DeskApiView):
    """Penalties for lateness that are proposed."""

    @extend_schema(responses=ProposedPenaltyOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(ProposedPenaltyOut(selectors.proposed(self.tournament), many=True).data)


class PenaltyDecision(DeskApiView):
    """POST gives a proposed penalty, or excuses the lateness."""

    @extend_schema(request=PenaltyDecisionIn, responses={201: RulingOut})
    def post(self, request: Request, slug: str, penalty_id: int) -> Response:
        if not Penalty.objects.filter(
            pk=penalty_id, pairing__stage__tournament=self.tournament
        ).exists():
            raise NotFound("no_such_penalty", _("This no longer exists. Reload the page."))
        sent = PenaltyDecisionIn(data=request.data)
        sent.is_valid(raise_exception=True)
        ruling = lateness_penalties.decide(
            penalty_id, by=login_of(request), now=timezone.now(), **sent.validated_data
        )
        return _ruled(self.tournament, ruling)


class AbsenceOut(serializers.Serializer[object]):
    """A player who is missing at a table."""

    id = serializers.IntegerField()
    pairing = serializers.IntegerField(source="pairing_id")
    entry = serializers.IntegerField(source="entry_id")
    since = serializers.DateTimeField()


class AbsenceList(DeskApiView):
    """Players who are missing at their tables."""

    right = Right.SCORE

    @extend_schema(responses=AbsenceOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(AbsenceOut(selectors.missing(self.tournament), many=True).data)


class AbsenceArrival(DeskApiView):
    """POST marks a missing player as arrived."""

    right = Right.SCORE

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, slug: str, absence_id: int) -> Response:
        here = Absence.objects.filter(pairing__stage__tournament=self.tournament)
        if not here.filter(pk=absence_id).exists():
            raise NotFound("no_such_absence", _("This no longer exists. Reload the page."))
        absences.arrived(absence_id, by=login_of(request), now=timezone.now())
        return Response(status=204)


def _timing(tournament: Tournament) -> Timing:
    return Timing.objects.filter(tournament=tournament).first() or Timing(tournament=tournament)


def _ruled(tournament: Tournament, ruling: Ruling, status: int = 201) -> Response:
    rows = ruling_rows(tournament, rulings_of(tournament).filter(pk=ruling.pk))
    answer: Mapping[str, Any] = RulingOut(rows[0]).data
    return Response(answer, status=status)


def _round(tournament: Tournament, round_id: int) -> Round:
    row = Round.objects.filter(pk=round_id, stage__tournament=tournament, voided_at=None).first()
    if row is None:
        raise NotFound("no_such_round", _("This no longer exists. Reload the page."))
    return row


def _pairing(tournament: Tournament, pairing_id: int) -> int:
    if not tournament.stages.filter(pairings=pairing_id).exists():
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    return pairing_id
