"""/api/v1/clubs to change: starting a club, joining and leaving it, and what its officers do."""

from collections.abc import Callable
from typing import Any, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields, PlayerOut
from clubs.api.reading import ClubList, ClubView, ClubWithMembersOut, shown_club
from clubs.models import LONGEST_NAME, Club, ClubHosting, ClubMember, Joining
from clubs.selectors.clubs import club_of_member, get_club
from clubs.selectors.members import requests_to
from clubs.selectors.programme import hostings_of, organized_club
from clubs.selectors.rating_list import list_of_club
from clubs.services import clubs, hosting, membership
from clubs.services import rating_list as lists
from clubs.services.locking import require_officer
from games.serializers import RefusalOut
from ratings.api.list_settings import RatingListSettingsIn, RatingListSettingsOut, list_settings
from tournaments.bracket.api_base import login_of
from tournaments.bracket.selectors.lists import get_tournament
from tournaments.event.selectors.events import get_event

BIG: Final = 2**53
MOST_HOSTED: Final = 200
REFUSED = dict.fromkeys((400, 401, 403, 404, 409, 429), RefusalOut)
DECISIONS: Final = {
    "accept": membership.accept,
    "decline": membership.decline,
    "remove": membership.remove,
    "make_officer": membership.make_officer,
    "hand_over": membership.hand_over,
}
STEP_DOWN: Final = "step_down"


class ClubIn(KnownFields):
    """What a club says about itself."""

    name = serializers.CharField(min_length=3, max_length=LONGEST_NAME)
    place = serializers.CharField(required=False, allow_blank=True, max_length=80)
    country = serializers.CharField(
        required=False, allow_blank=True, max_length=2, help_text="ISO 3166-1 alpha-2, or empty"
    )
    about = serializers.CharField(required=False, allow_blank=True, max_length=2000)
    website = serializers.CharField(required=False, allow_blank=True, max_length=300)
    contact = serializers.CharField(required=False, allow_blank=True, max_length=160)
    joining = serializers.ChoiceField(required=False, choices=Joining.choices)


class MembershipOut(serializers.ModelSerializer[ClubMember]):
    """What you are to a club, and since when."""

    since = serializers.DateTimeField(source="at")

    class Meta:
        model = ClubMember
        fields = ["id", "status", "since"]


class MemberRequestOut(serializers.Serializer[Any]):
    """A player who asked to join and waits for an answer."""

    id = serializers.IntegerField(source="pk")
    player = PlayerOut()
    since = serializers.DateTimeField(source="at")


class MemberDecisionIn(KnownFields):
    """What an officer decides about a member or a request. To step down needs no member."""

    do = serializers.ChoiceField(choices=[*DECISIONS, STEP_DOWN])
    member = serializers.IntegerField(
        required=False, min_value=1, max_value=BIG, help_text="The `id` of a member or a request"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("member" in attrs) == (attrs["do"] == STEP_DOWN):
            raise serializers.ValidationError({"member": "Name the member, except to step down."})
        return attrs


class HostingIn(KnownFields):
    """An event or a tournament that you organize, by its slug."""

    event = serializers.SlugField(required=False)
    tournament = serializers.SlugField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("event" in attrs) == ("tournament" in attrs):
            raise serializers.ValidationError("Give either event or tournament.")
        return attrs


class HostingOut(serializers.Serializer[Any]):
    """An event or a tournament that the club runs, by its slug; both are null where you may not see it."""

    id = serializers.IntegerField(source="pk")
    event = serializers.SerializerMethodField()
    tournament = serializers.SerializerMethodField()

    def get_event(self, row: ClubHosting) -> str | None:
        return row.event.slug if row.event is not None and _is_shown(row) else None

    def get_tournament(self, row: ClubHosting) -> str | None:
        return row.tournament.slug if row.tournament is not None and _is_shown(row) else None


class ClubsView(ClubList):
    """Clubs by name; POST starts one, and you are its first officer."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    token_scope = Scope.DIRECT

    @extend_schema(
        operation_id="clubs_create", request=ClubIn, responses={201: ClubWithMembersOut, **REFUSED}
    )
    def post(self, request: Request) -> Response:
        made = clubs.start_club(login_of(request), timezone.now(), **_facts(request))
        return Response(shown_club(made, request.user), status=201)


class ClubDetail(ClubView):
    """A club with its members, events and tournaments; PATCH changes what it says about itself; DELETE deletes it."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    token_scope = Scope.DIRECT

    @extend_schema(
        operation_id="clubs_update",
        request=ClubIn(partial=True),
        responses={200: ClubWithMembersOut, **REFUSED},
    )
    def patch(self, request: Request, slug: str) -> Response:
        club = _officers_club(request, slug)
        facts = _facts(request, partial=True)
        changed = clubs.change(club.pk, login_of(request), **facts) if facts else club
        return Response(shown_club(changed, request.user))

    @extend_schema(operation_id="clubs_delete", responses={204: None, **REFUSED})
    def delete(self, request: Request, slug: str) -> Response:
        clubs.delete_club(get_club(slug, request.user).pk, login_of(request))
        return Response(status=204)


class ClubMembership(APIView):
    """PUT joins a club, or asks to; DELETE leaves it, or withdraws the request. Twice is once."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="clubs_join", request=None, responses={200: MembershipOut, **REFUSED}
    )
    def put(self, request: Request, slug: str) -> Response:
        club = get_club(slug, request.user)
        row = membership.join(login_of(request), club.pk, timezone.now())
        return Response(MembershipOut(row).data)

    @extend_schema(operation_id="clubs_leave", responses={204: None, **REFUSED})
    def delete(self, request: Request, slug: str) -> Response:
        club = club_of_member(slug, request.user)
        membership.leave(login_of(request), club.pk, timezone.now())
        return Response(status=204)


class OfficersView(APIView):
    """A view for the officers of a club."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT


class ClubRequests(OfficersView):
    """Who asked to join and waits for an answer, the first who asked first."""

    @extend_schema(responses={200: MemberRequestOut(many=True), **REFUSED})
    def get(self, request: Request, slug: str) -> Response:
        rows = requests_to(_officers_club(request, slug))
        return Response(MemberRequestOut(rows, many=True).data)


class ClubMembers(OfficersView):
    """POST decides about a member or a request, or steps down as an officer."""

    @extend_schema(request=MemberDecisionIn, responses={200: MembershipOut, **REFUSED})
    def post(self, request: Request, slug: str) -> Response:
        club, by, now = _officers_club(request, slug), login_of(request), timezone.now()
        sent = MemberDecisionIn(data=request.data)
        sent.is_valid(raise_exception=True)
        typed = sent.validated_data
        if typed["do"] == STEP_DOWN:
            row = membership.step_down(by, club.pk, now)
        else:
            decide: Callable[..., ClubMember] = DECISIONS[typed["do"]]
            row = decide(by, club.pk, typed["member"], now)
        return Response(MembershipOut(row).data)


class ClubHostings(OfficersView):
    """What the club runs, the latest added first; POST adds an event or a tournament that you organize."""

    @extend_schema(responses={200: HostingOut(many=True), **REFUSED})
    def get(self, request: Request, slug: str) -> Response:
        rows = hostings_of(_officers_club(request, slug), login_of(request))[:MOST_HOSTED]
        return Response(HostingOut(rows, many=True).data)

    @extend_schema(request=HostingIn, responses={201: HostingOut, **REFUSED})
    def post(self, request: Request, slug: str) -> Response:
        club, by, now = _officers_club(request, slug), login_of(request), timezone.now()
        sent = HostingIn(data=request.data)
        sent.is_valid(raise_exception=True)
        typed = sent.validated_data
        if "event" in typed:
            event = get_event(typed["event"], request.user)
            row = hosting.add_event(by, club.pk, event.pk, now)
        else:
            tournament = get_tournament(typed["tournament"], request.user)
            row = hosting.add_tournament(by, club.pk, tournament.pk, now)
        return Response(HostingOut(row).data, status=201)


class ClubHostingDetail(OfficersView):
    """DELETE removes an event or a tournament from the club. Officers may, and whoever organizes it."""

    @extend_schema(responses={204: None, **REFUSED})
    def delete(self, request: Request, slug: str, hosting_id: int) -> Response:
        by = login_of(request)
        club = organized_club(slug, by, hosting_id) or get_club(slug, by)
        hosting.remove_hosting(by, club.pk, hosting_id)
        return Response(status=204)


class ClubListSettings(OfficersView):
    """The settings of the club's own rating list; PUT keeps a list with these settings; DELETE deletes it with its ratings."""

    @extend_schema(responses={200: RatingListSettingsOut, **REFUSED})
    def get(self, request: Request, slug: str) -> Response:
        club = _officers_club(request, slug)
        return Response(RatingListSettingsOut(list_of_club(club)).data)

    @extend_schema(request=RatingListSettingsIn, responses={200: RatingListSettingsOut, **REFUSED})
    def put(self, request: Request, slug: str) -> Response:
        club, by = _officers_club(request, slug), login_of(request)
        settings = list_settings(request, lists.offered_to(by, club))
        saved = lists.save_club_list(by, club.pk, settings, timezone.now())
        return Response(RatingListSettingsOut(saved).data)

    @extend_schema(responses={204: None, **REFUSED})
    def delete(self, request: Request, slug: str) -> Response:
        lists.delete_club_list(login_of(request), get_club(slug, request.user).pk)
        return Response(status=204)


def _officers_club(request: Request, slug: str) -> Club:
    """Refused: no_such_club (404), not_an_officer (403)."""
    club = get_club(slug, request.user)
    require_officer(login_of(request), club)
    return club


def _facts(request: Request, *, partial: bool = False) -> dict[str, Any]:
    """What services take, of what was sent."""
    sent = ClubIn(data=request.data, partial=partial)
    sent.is_valid(raise_exception=True)
    facts = dict(sent.validated_data)
    if "country" in facts:
        facts["country"] = facts["country"].upper()
    return facts


def _is_shown(row: ClubHosting) -> bool:
    return bool(getattr(row, "is_shown", True))
