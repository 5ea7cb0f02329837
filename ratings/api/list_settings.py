"""/api/v1/events/<slug>/rating-list: what counts in the rating list of an event. Clubs use the same fields for theirs."""

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields
from games.serializers import RefusalOut
from ratings.models import RatingList
from ratings.selectors.lists import list_of_event
from ratings.services import lists
from ratings.services.lists import LEAST_START, MOST_CHOSEN, MOST_START, ListSettings
from tournaments.bracket.api_base import login_of
from tournaments.core.permissions import Right, require
from tournaments.event.selectors.events import get_event
from tournaments.models import Event, Tournament
from web.errors import DomainError

USUAL_START = 1500


class RatingListSettingsOut(serializers.ModelSerializer[RatingList]):
    """Which tournaments count in a rating list, and the first rating of every player."""

    chosen = serializers.SerializerMethodField(help_text="Slugs of tournaments")

    class Meta:
        model = RatingList
        fields = ["counted", "chosen", "start"]

    def get_chosen(self, row: RatingList) -> list[str]:
        return list(row.chosen.order_by("pk").values_list("slug", flat=True))


class RatingListSettingsIn(KnownFields):
    """The settings of a rating list."""

    counted = serializers.ChoiceField(choices=RatingList.ListScope.choices)
    chosen = serializers.ListField(
        child=serializers.SlugField(),
        required=False,
        max_length=MOST_CHOSEN,
        help_text="Slugs of tournaments, for the scope of the chosen ones",
    )
    start = serializers.IntegerField(
        required=False, default=USUAL_START, min_value=LEAST_START, max_value=MOST_START
    )


class EventListSettings(APIView):
    """The settings of an event's rating list; PUT keeps a list with these settings; DELETE deletes it with its ratings."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(responses={200: RatingListSettingsOut, 403: RefusalOut, 404: RefusalOut})
    def get(self, request: Request, slug: str) -> Response:
        return Response(RatingListSettingsOut(list_of_event(_directed(request, slug))).data)

    @extend_schema(
        request=RatingListSettingsIn,
        responses={200: RatingListSettingsOut, **dict.fromkeys((400, 403, 404), RefusalOut)},
    )
    def put(self, request: Request, slug: str) -> Response:
        event = _directed(request, slug)
        settings = list_settings(request, lists.of_event(event))
        saved = lists.save_event_list(event.pk, settings, by=login_of(request), now=timezone.now())
        return Response(RatingListSettingsOut(saved).data)

    @extend_schema(responses={204: None, 403: RefusalOut, 404: RefusalOut})
    def delete(self, request: Request, slug: str) -> Response:
        lists.delete_event_list(_directed(request, slug).pk, by=login_of(request))
        return Response(status=204)


def list_settings(request: Request, offered: QuerySet[Tournament]) -> ListSettings:
    """The settings that were sent; `chosen` names tournaments of `offered`. Refused: not_in_list (400)."""
    sent = RatingListSettingsIn(data=request.data)
    sent.is_valid(raise_exception=True)
    typed = sent.validated_data
    slugs = set(typed.get("chosen", ()))
    chosen = list(offered.filter(slug__in=slugs).values_list("pk", flat=True))
    if len(chosen) < len(slugs):
        text = _("Choose only tournaments from the list. Reload the page and try again.")
        raise DomainError("not_in_list", text, 400)
    return ListSettings(typed["start"], typed["counted"], chosen)


def _directed(request: Request, slug: str) -> Event:
    event = get_event(slug, request.user)
    require(login_of(request), event, Right.DIRECT)
    return event
