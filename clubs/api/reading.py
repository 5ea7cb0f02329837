"""/api/v1/clubs to read: the list, a club with its members, events and tournaments, and its rating list."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.serializers import PlayerOut
from clubs.models import Club, ClubMember, Joining
from clubs.selectors.clubs import ClubFilter, get_club, listed_clubs
from clubs.selectors.members import members_of
from clubs.selectors.programme import hosted_tournaments
from clubs.selectors.rating_list import list_of_club
from games.serializers import RefusalOut
from ratings.api.reading import ListedRatingOut
from ratings.models import PlayerRating
from ratings.selectors.current import LeaderFilter, leaders
from tournaments.bracket.selectors.lists import tournament_row
from tournaments.core.permissions import Viewer
from tournaments.event.selectors.events import event_rows
from tournaments.models import Tournament
from web.pagination import StandardPagination

MOST_EVENTS = 100
MOST_TOURNAMENTS = 200


class ClubOut(serializers.ModelSerializer[Club]):
    """A club in a list."""

    country = serializers.CharField(source="country.code", help_text="ISO 3166-1 alpha-2, or empty")
    members = serializers.IntegerField(source="member_count", help_text="How many there are")

    class Meta:
        model = Club
        fields = ["slug", "name", "place", "country", "members"]


class ClubMemberOut(serializers.Serializer[Any]):
    """A member, and since when they are one or an officer."""

    id = serializers.IntegerField(source="pk", help_text="Of the membership, for its officers")
    player = PlayerOut()
    is_officer = serializers.SerializerMethodField()
    since = serializers.DateTimeField(source="at")

    def get_is_officer(self, row: ClubMember) -> bool:
        return row.status == ClubMember.Status.OFFICER


class ClubEventOut(serializers.Serializer[Any]):
    """An event that the club runs."""

    slug = serializers.CharField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()


class ClubTournamentOut(serializers.Serializer[Any]):
    """A tournament that the club runs, by itself or in one of its events."""

    slug = serializers.CharField()
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=Tournament.Status.choices)
    starts_at = serializers.DateTimeField(allow_null=True)
    winner = serializers.CharField(
        source="champion.name", default=None, allow_null=True, help_text="Null until it is over"
    )


class ClubWithMembersOut(serializers.Serializer[Any]):
    """A club with everything that its page shows."""

    slug = serializers.CharField(source="club.slug")
    name = serializers.CharField(source="club.name")
    place = serializers.CharField(source="club.place")
    country = serializers.CharField(
        source="club.country.code", help_text="ISO 3166-1 alpha-2, or empty"
    )
    about = serializers.CharField(source="club.about")
    website = serializers.CharField(source="club.website", help_text="May be empty")
    contact = serializers.CharField(source="club.contact")
    joining = serializers.ChoiceField(source="club.joining", choices=Joining.choices)
    members = ClubMemberOut(many=True, help_text="Officers first, then by name; 500 at most")
    events = ClubEventOut(many=True, help_text="The latest first, 100 at most")
    tournaments = ClubTournamentOut(many=True, help_text="The newest first, 200 at most")


NAME = OpenApiParameter("q", str, description="Words of the name, accents aside")
COUNTRY = OpenApiParameter("country", str, description="ISO 3166-1 alpha-2")


class ClubList(ListAPIView[Club]):
    """Clubs by name."""

    query_words = frozenset({"q", "country"})
    permission_classes = [AllowAny]
    serializer_class = ClubOut
    pagination_class = StandardPagination

    @extend_schema(
        operation_id="clubs_list",
        parameters=[NAME, COUNTRY],
        responses={200: ClubOut(many=True), 400: RefusalOut, 404: RefusalOut},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Club]:
        if getattr(self, "swagger_fake_view", False):
            return Club.objects.none()
        asked = self.request.query_params
        country = asked.get("country", "").replace("\x00", "")[:2].upper()
        return listed_clubs(ClubFilter(asked.get("q", "")[:80], country))


class ClubView(APIView):
    """A club with its members, events and tournaments."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="clubs_retrieve", responses={200: ClubWithMembersOut, 404: RefusalOut}
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(shown_club(get_club(slug, request.user), request.user))


def shown_club(club: Club, viewer: Viewer) -> dict[str, Any]:
    """A club with everything that its page shows, as the viewer may see it."""
    today = timezone.localdate()
    coming, past = (event_rows(viewer, today, over=over) for over in (False, True))
    hosted = {"club_hosting__club": club}
    events = [
        *reversed(coming.filter(**hosted)[:MOST_EVENTS]),
        *past.filter(**hosted)[:MOST_EVENTS],
    ]
    tournaments = hosted_tournaments(club, viewer)[:MOST_TOURNAMENTS]
    shown = {
        "club": club,
        "members": list(members_of(club)),
        "events": events[:MOST_EVENTS],
        "tournaments": [tournament_row(row) for row in tournaments],
    }
    return dict(ClubWithMembersOut(shown).data)


class ClubRatings(ListAPIView[PlayerRating]):
    """The rating list that a club keeps of its own, the highest rating first."""

    query_words = frozenset[str]()
    permission_classes = [AllowAny]
    serializer_class = ListedRatingOut
    pagination_class = StandardPagination

    @extend_schema(
        operation_id="clubs_ratings_list",
        responses={200: ListedRatingOut(many=True), 404: RefusalOut},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """404 `no_rating_list` where the club keeps none."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[PlayerRating]:
        if getattr(self, "swagger_fake_view", False):
            return PlayerRating.objects.none()
        club = get_club(self.kwargs["slug"], self.request.user)
        return leaders(LeaderFilter(list_of_club(club).pool))
