"""/api/v1/tournaments/<slug>/check-in, …/entries/<id>/check-in and …/waiting-list: who is there, and who waits for a place."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from accounts.serializers import KnownFields
from accounts.services.players import ensure_player
from accounts.token_authentication import require_scope
from tournaments.bracket.api_base import DeskApiView, TournamentApiView, login_of
from tournaments.core.permissions import Right, require
from tournaments.entry.api.entries import EntryIn, WhichPlayerOut, player_asked_for, question_of
from tournaments.entry.selectors.waiting_list import waiting_list_place
from tournaments.entry.services import check_in
from tournaments.entry.services.namesakes import WhichPlayer
from tournaments.models import Tournament, Venue
from tournaments.ruling.selectors.rulings import ruling_rows, rulings_of
from tournaments.ruling.serializers import BIG, RulingOut, UnconfirmedOut, unconfirmed
from tournaments.ruling.services.preview import ConfirmationNeeded
from tournaments.venue.selectors.check_in import attendance
from tournaments.venue.views import codes
from web.errors import NotFound


class AttendanceRowOut(serializers.Serializer[object]):
    """An entry; `at` is the time of its check-in, null while it is missing."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    at = serializers.DateTimeField(allow_null=True)


class AttendanceOut(serializers.Serializer[object]):
    """Who is there. Bots are always there and are not listed."""

    open = serializers.BooleanField(help_text="Players can check in by themselves")
    code = serializers.CharField(
        allow_blank=True, help_text="Of the page where players check in; for those at the desk only"
    )
    here = serializers.IntegerField()
    entered = serializers.IntegerField()
    entries = AttendanceRowOut(many=True, source="rows")
    waiting_list = AttendanceRowOut(many=True, source="standing_by")


class CheckInStateIn(KnownFields):
    """Open check-in for players, or close it."""

    open = serializers.BooleanField()


class CheckInIn(KnownFields):
    """The code of the page where players check in; the desk sends none."""

    code = serializers.CharField(required=False, default="", allow_blank=True, max_length=16)


class RemoveMissingIn(KnownFields):
    """The entries that were missing when you looked; refused (missing_changed) if others are missing now."""

    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIG), min_length=1, max_length=10_000
    )
    reason = serializers.CharField(
        required=False, default="Not checked in.", min_length=3, max_length=500
    )


class AdmitIn(KnownFields):
    """What a place in the draw may cost others."""

    confirm = serializers.CharField(
        required=False,
        max_length=64,
        allow_blank=True,
        default="",
        help_text="The digest from needs_confirmation: cancel exactly those called matches",
    )


class WaitingOut(serializers.Serializer[object]):
    """An entry on the waiting list."""

    id = serializers.IntegerField()
    status = serializers.CharField()
    entered_at = serializers.DateTimeField()


class CheckInDesk(DeskApiView):
    """Who has checked in and who is missing; PATCH opens check-in for players, or closes it."""

    right = Right.SCORE

    @extend_schema(responses=AttendanceOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(AttendanceOut(_attendance(self.tournament)).data)

    @extend_schema(request=CheckInStateIn, responses=AttendanceOut)
    def patch(self, request: Request, slug: str) -> Response:
        sent = CheckInStateIn(data=request.data)
        sent.is_valid(raise_exception=True)
        is_open = sent.validated_data["open"]
        act = check_in.open_check_in if is_open else check_in.close_check_in
        act(self.tournament.pk, by=login_of(request), now=timezone.now())
        return Response(AttendanceOut(_attendance(self.tournament)).data)


class EntryCheckIn(TournamentApiView):
    """PUT checks an entry in, DELETE undoes that. The desk needs no code; players send the code of the playing room while
    check-in is open."""

    token_scope = Scope.PLAY

    @extend_schema(request=CheckInIn, responses={204: None})
    def put(self, request: Request, slug: str, entry_id: int) -> Response:
        by, entry = login_of(request), _here(self.tournament, entry_id)
        sent = CheckInIn(data=request.data)
        sent.is_valid(raise_exception=True)
        if code := sent.validated_data["code"]:
            self._require_code(request, code)
            check_in.check_in(entry, by=by, now=timezone.now(), by_player=True)
            return Response(status=204)
        require_scope(request.auth, Scope.DIRECT)
        require(by, self.tournament, Right.SCORE)
        check_in.check_in(entry, by=by, now=timezone.now())
        return Response(status=204)

    def _require_code(self, request: Request, code: str) -> None:
        rows = Venue.objects.filter(tournament=self.tournament, check_in_code=code.lower())
        if codes.look_up(request._request, timezone.now(), rows.first) is None:
            raise NotFound("no_such_code", _("This code is not valid. Ask at the desk."))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, entry_id: int) -> Response:
        require_scope(request.auth, Scope.DIRECT)
        require(login_of(request), self.tournament, Right.SCORE)
        check_in.undo_check_in(_here(self.tournament, entry_id), by=login_of(request))
        return Response(status=204)


class MissingEntries(DeskApiView):
    """POST takes out entries that have not checked in; checked-in players of the waiting list get their places."""

    @extend_schema(request=RemoveMissingIn, responses={201: RulingOut})
    def post(self, request: Request, slug: str) -> Response:
        sent = RemoveMissingIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        ruling = check_in.remove_missing(
            self.tournament.pk,
            by=login_of(request),
            now=timezone.now(),
            expected=data["entries"],
            reason=data["reason"],
        )
        rows = ruling_rows(self.tournament, rulings_of(self.tournament).filter(pk=ruling.pk))
        return Response(RulingOut(rows[0]).data, status=201)


class WaitingList(TournamentApiView):
    """The waiting list in order of arrival. POST puts yourself on it, or somebody else where you keep the desk; DELETE takes
    you off it."""

    token_scope = Scope.PLAY

    def version(self, request: Request) -> object:
        return None

    @extend_schema(responses=WaitingOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        by = login_of(request)
        require(by, self.tournament, Right.SCORE)
        return Response(WaitingOut(check_in.waiting_list(self.tournament), many=True).data)

    @extend_schema(
        request=EntryIn,
        responses={
            201: WaitingOut,
            409: OpenApiResponse(WhichPlayerOut, description="which_player: see `candidates`"),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        sent = EntryIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data, by = sent.validated_data, login_of(request)
        who: dict[str, Any] = {"player": None}
        if data.keys() & {"player", "name"}:
            require_scope(request.auth, Scope.DIRECT)
            require(by, self.tournament, Right.SCORE)
            who = player_asked_for(data)
        else:
            who = {"player": ensure_player(by)}
        try:
            made = check_in.join_waiting_list(self.tournament.pk, by=by, now=timezone.now(), **who)
        except WhichPlayer as question:
            return Response(WhichPlayerOut(question_of(question)).data, status=question.status)
        return Response(WaitingOut(made).data, status=201)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        by = login_of(request)
        place = waiting_list_place(self.tournament, by)
        if place is None:
            raise NotFound("not_entered", "You are not on the waiting list.")
        check_in.leave_waiting_list(place.entry, by=by)
        return Response(status=204)


class EntryAdmission(DeskApiView):
    """POST gives an entry of the waiting list a place: in the list before the start, in the draw after it."""

    right = Right.SCORE

    @extend_schema(request=AdmitIn, responses={200: WaitingOut, 409: UnconfirmedOut})
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        sent = AdmitIn(data=request.data)
        sent.is_valid(raise_exception=True)
        try:
            entry = check_in.admit_from_waiting_list(
                _here(self.tournament, entry_id),
                by=login_of(request),
                now=timezone.now(),
                confirm=sent.validated_data["confirm"],
            )
        except ConfirmationNeeded as error:
            return Response(UnconfirmedOut(unconfirmed(error)).data, status=error.status)
        return Response(WaitingOut(entry).data)


def _here(tournament: Tournament, entry_id: int) -> int:
    if not tournament.entries.filter(pk=entry_id).exists():
        raise NotFound("no_such_entry", "This entry is not part of the tournament.")
    return entry_id


def _attendance(tournament: Tournament) -> dict[str, Any]:
    venue = Venue.objects.filter(tournament=tournament).first()
    listed = attendance(tournament, "")
    return {
        "open": venue is not None and check_in.is_open(venue),
        "code": (venue.check_in_code or "") if venue else "",
        "here": listed.here,
        "entered": listed.entered,
        "rows": listed.rows,
        "standing_by": listed.standing_by,
    }
