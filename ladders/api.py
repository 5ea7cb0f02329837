"""/api/v1/ladders: ladders, their players, challenges and results."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields
from accounts.token_authentication import require_scope
from clubs.selectors.clubs import get_club
from clubs.services.locking import require_officer
from games.serializers import RefusalOut
from ladders.models import (
    LONGEST_NAME,
    Consequence,
    Ladder,
    LadderChallenge,
    LadderEvent,
    LadderResult,
)
from ladders.selectors.history import log_of
from ladders.selectors.ladders import (
    get_ladder,
    lines_of,
    listed_ladders,
    open_challenges,
    past_challenges,
    settings_version,
)
from ladders.services import challenges as playing
from ladders.services import ladders as services
from ladders.services import membership as members
from ladders.services.checks import LIMITS, LONGEST_ABOUT
from ladders.services.results import decide_result, report_result, void_challenge
from tournaments.bracket.api_base import login_of
from web.errors import DomainError
from web.pagination import StandardPagination
from web.requests import number_in

BIG = 2**31 - 1
REFUSED = {403: RefusalOut, 404: RefusalOut, 409: RefusalOut}
ACTIONS = ("accept", "decline", "withdraw", "play", "report", "decide", "void")


def _limited(name: str, help_text: str) -> serializers.IntegerField:
    least, most = LIMITS[name]
    return serializers.IntegerField(
        required=False, min_value=least, max_value=most, help_text=help_text
    )


class LadderSummaryOut(serializers.Serializer[Any]):
    """A ladder in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField(source="club.slug", help_text="The slug of its club")
    players = serializers.IntegerField(source="player_count")


class LadderSettingsIn(KnownFields):
    """The settings of a ladder. Rules and clock are named as in friendly matches: a clock is none, days-3 or a preset."""

    name = serializers.CharField(min_length=3, max_length=LONGEST_NAME)
    about = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_ABOUT)
    length = _limited("length", "Points of a match")
    preset = serializers.CharField(required=False, max_length=20)
    clock = serializers.CharField(required=False, max_length=30)
    reach = _limited("reach", "How many places up a player may challenge")
    answer_days = _limited("answer_days", "Days to answer a challenge")
    play_days = _limited("play_days", "Days to play an accepted challenge")
    unanswered = serializers.ChoiceField(
        choices=Consequence.choices, required=False, help_text="Without an answer, or declined"
    )
    unplayed = serializers.ChoiceField(
        choices=Consequence.choices, required=False, help_text="Not played in time"
    )
    rematch_days = _limited("rematch_days", "Days before the same two may meet again")
    idle_days = _limited("idle_days", "Days without a match after which a player drops; 0: never")


class LadderIn(LadderSettingsIn):
    """A new ladder of a club."""

    club = serializers.SlugField(help_text="The slug of a club whose officer you are")


class LadderLineOut(serializers.Serializer[Any]):
    """A player of the order. `moved`: places up within 30 days, negative for down; null for a new player."""

    place = serializers.IntegerField(source="member.place")
    player = serializers.IntegerField(source="member.player_id")
    name = serializers.CharField(source="member.player.name")
    moved = serializers.IntegerField(allow_null=True)
    paused_until = serializers.DateTimeField(source="member.paused_until", allow_null=True)


class LadderChallengeOut(serializers.ModelSerializer[LadderChallenge]):
    """A challenge. `due_at` is the deadline of the step that is waited for."""

    class Meta:
        model = LadderChallenge
        fields = [
            "id", "challenger", "challenged", "status", "created_at", "due_at", "match", "reported_by",
            "winner", "loser_points", "settled_at",
        ]  # fmt: skip


class LadderOut(serializers.ModelSerializer[Ladder]):
    """A ladder with its settings and its order, from the top."""

    club = serializers.CharField(source="club.slug")
    version = serializers.SerializerMethodField(
        help_text="Of the settings: send it as If-Match with PATCH"
    )
    order = serializers.SerializerMethodField()

    class Meta:
        model = Ladder
        fields = ["slug", "name", "club", "about", "preset", "clock", *LIMITS, "unanswered", "unplayed", "version", "order"]  # fmt: skip

    def get_version(self, ladder: Ladder) -> int:
        return settings_version(ladder)

    @extend_schema_field(LadderLineOut(many=True))
    def get_order(self, ladder: Ladder) -> list[dict[str, Any]]:
        return list(LadderLineOut(lines_of(ladder, timezone.now()), many=True).data)


class LadderLogOut(serializers.ModelSerializer[LadderEvent]):
    """A line of the log. Results have the winner as `player`; a correction names the line it is about as `target`."""

    kind = serializers.CharField()

    class Meta:
        model = LadderEvent
        fields = ["id", "at", "kind", "player", "other", "place", "challenge", "target", "reason"]


class LadderChallengeIn(KnownFields):
    """Whom to challenge, by the number of the player."""

    player = serializers.IntegerField(min_value=1, max_value=BIG)


class LadderActionIn(KnownFields):
    """What to do with a challenge. report and decide need `winner` and `loser_points`; decide and void need a `reason`."""

    do = serializers.CharField(max_length=10, help_text=", ".join(ACTIONS))
    winner = serializers.IntegerField(required=False, default=0, min_value=0, max_value=BIG)
    loser_points = serializers.IntegerField(required=False, default=-1, max_value=BIG)
    reason = serializers.CharField(required=False, default="", max_length=200)

    def validate_do(self, do: str) -> str:
        if do not in ACTIONS:
            raise serializers.ValidationError(f"One of: {', '.join(ACTIONS)}.")
        return do


class LadderPauseIn(KnownFields):
    """For how many days nobody can challenge you; 0 ends the pause."""

    days = serializers.IntegerField(min_value=0, max_value=members.MOST_PAUSE_DAYS)


class LadderPlaceIn(KnownFields):
    """The new place of a player, from 1."""

    place = serializers.IntegerField(min_value=1, max_value=BIG)
    reason = serializers.CharField(min_length=3, max_length=200)


class LadderList(ListAPIView[Ladder]):
    """Ladders of all clubs, the newest first; POST starts one."""

    query_words = frozenset[str]()
    permission_classes = [IsAuthenticatedOrReadOnly]
    token_scope = Scope.DIRECT
    serializer_class = LadderSummaryOut
    pagination_class = StandardPagination

    def get_queryset(self) -> QuerySet[Ladder]:
        return listed_ladders()

    @extend_schema(request=LadderIn, responses={201: LadderOut, **REFUSED})
    def post(self, request: Request) -> Response:
        sent = LadderIn(data=request.data)
        sent.is_valid(raise_exception=True)
        facts = dict(sent.validated_data)
        club = get_club(facts.pop("club"), request.user)
        made = services.start_ladder(login_of(request), club.pk, timezone.now(), **facts)
        return Response(LadderOut(made).data, status=201)


class LadderApiView(APIView):
    """A view of one ladder, named by its address."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    ladder: Ladder

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.ladder = get_ladder(kwargs["slug"], request.user)
        super().initial(request, *args, **kwargs)


class LadderDetail(LadderApiView):
    """A ladder with its order; PATCH changes its settings, with If-Match only if nobody has changed them since; DELETE deletes
    it with its log."""

    token_scope = Scope.DIRECT

    @extend_schema(responses={200: LadderOut, 404: RefusalOut})
    def get(self, request: Request, slug: str) -> Response:
        return Response(LadderOut(self.ladder).data)

    @extend_schema(request=LadderSettingsIn(partial=True), responses={200: LadderOut, **REFUSED})
    def patch(self, request: Request, slug: str) -> Response:
        require_officer(login_of(request), self.ladder.club)
        sent = LadderSettingsIn(data=request.data, partial=True)
        sent.is_valid(raise_exception=True)
        facts, version = sent.validated_data, _wanted_version(request)
        by, now = login_of(request), timezone.now()
        try:
            changed = services.change_ladder(self.ladder.pk, by, now, version=version, **facts)
        except DomainError as refused:
            if refused.code != "changed_meanwhile":
                raise
            text = _("This has changed in the meantime. Read it again before you change it.")
            raise DomainError("version_changed", text, status=412) from refused
        return Response(LadderOut(changed).data)

    @extend_schema(responses={204: None, **REFUSED})
    def delete(self, request: Request, slug: str) -> Response:
        services.delete_ladder(self.ladder.pk, login_of(request))
        return Response(status=204)


def _wanted_version(request: Request) -> int | None:
    """The version that `If-Match` names; -1, which no settings have, for anything else. None without the header."""
    sent = request.headers.get("If-Match", "*").strip().removeprefix("W/").strip('"')
    if sent == "*":
        return None
    number = number_in(sent)
    return -1 if number is None else number


class LadderMembership(LadderApiView):
    """PUT joins at the foot; PATCH pauses or ends a pause; DELETE leaves."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses={200: LadderOut, **REFUSED})
    def put(self, request: Request, slug: str) -> Response:
        members.join_ladder(login_of(request), self.ladder.pk, timezone.now())
        return Response(LadderOut(self.ladder).data)

    @extend_schema(request=LadderPauseIn, responses={200: LadderOut, **REFUSED})
    def patch(self, request: Request, slug: str) -> Response:
        sent = LadderPauseIn(data=request.data)
        sent.is_valid(raise_exception=True)
        days, by, now = sent.validated_data["days"], login_of(request), timezone.now()
        if days:
            members.pause(by, self.ladder.pk, days, now)
        else:
            members.resume(by, self.ladder.pk, now)
        return Response(LadderOut(self.ladder).data)

    @extend_schema(responses={204: None, **REFUSED})
    def delete(self, request: Request, slug: str) -> Response:
        members.leave_ladder(login_of(request), self.ladder.pk, timezone.now())
        return Response(status=204)


class LadderPlayer(LadderApiView):
    """For officers: PATCH moves a player; DELETE takes them off the ladder."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(request=LadderPlaceIn, responses={200: LadderOut, **REFUSED})
    def patch(self, request: Request, slug: str, player_id: int) -> Response:
        require_officer(login_of(request), self.ladder.club)
        sent = LadderPlaceIn(data=request.data)
        sent.is_valid(raise_exception=True)
        typed = sent.validated_data
        members.place_player(
            login_of(request), self.ladder.pk, player_id, typed["place"], typed["reason"], timezone.now()
        )  # fmt: skip
        return Response(LadderOut(self.ladder).data)

    @extend_schema(responses={204: None, **REFUSED})
    def delete(self, request: Request, slug: str, player_id: int) -> Response:
        members.remove_player(login_of(request), self.ladder.pk, player_id, timezone.now())
        return Response(status=204)


class LadderChallengeList(LadderApiView):
    """Open challenges, and the last 100 that are over; POST challenges a player."""

    @extend_schema(responses={200: LadderChallengeOut(many=True), 404: RefusalOut})
    def get(self, request: Request, slug: str) -> Response:
        rows = [*open_challenges(self.ladder), *past_challenges(self.ladder)[:100]]
        return Response(LadderChallengeOut(rows, many=True).data)

    @extend_schema(request=LadderChallengeIn, responses={201: LadderChallengeOut, **REFUSED})
    def post(self, request: Request, slug: str) -> Response:
        sent = LadderChallengeIn(data=request.data)
        sent.is_valid(raise_exception=True)
        player = sent.validated_data["player"]
        made = playing.send_challenge(login_of(request), self.ladder.pk, player, timezone.now())
        return Response(LadderChallengeOut(made).data, status=201)


class LadderChallengeAction(LadderApiView):
    """POST acts on a challenge: its players accept, decline, withdraw, play or report; officers decide or void, with a token of
    scope `direct`."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="ladders_challenges_act",
        request=LadderActionIn,
        responses={200: LadderChallengeOut, **REFUSED},
    )
    def post(self, request: Request, slug: str, challenge_id: int) -> Response:
        sent = LadderActionIn(data=request.data)
        sent.is_valid(raise_exception=True)
        typed = sent.validated_data
        by, ladder, now = login_of(request), self.ladder.pk, timezone.now()
        result, reason = LadderResult(typed["winner"], typed["loser_points"]), typed["reason"]
        match typed["do"]:
            case "accept":
                row = playing.accept_challenge(by, ladder, challenge_id, now)
            case "decline":
                row = playing.decline_challenge(by, ladder, challenge_id, now)
            case "withdraw":
                row = playing.withdraw_challenge(by, ladder, challenge_id, now)
            case "play":
                playing.play_online(by, ladder, challenge_id, now)
                row = LadderChallenge.objects.get(pk=challenge_id)
            case "report":
                row = report_result(by, ladder, challenge_id, result, now)
            case "decide":
                require_scope(request.auth, Scope.DIRECT)
                row = decide_result(by, ladder, challenge_id, result, reason, now)
            case _:
                require_scope(request.auth, Scope.DIRECT)
                row = void_challenge(by, ladder, challenge_id, reason, now)
        return Response(LadderChallengeOut(row).data)


class LadderLog(ListAPIView[LadderEvent]):
    """Everything that was recorded of a ladder, the newest first."""

    query_words = frozenset[str]()
    serializer_class = LadderLogOut
    pagination_class = StandardPagination
    permission_classes = [IsAuthenticatedOrReadOnly]
    queryset = LadderEvent.objects.none()

    def get_queryset(self) -> QuerySet[LadderEvent]:
        if getattr(self, "swagger_fake_view", False):
            return LadderEvent.objects.none()
        return log_of(get_ladder(self.kwargs["slug"], self.request.user))
