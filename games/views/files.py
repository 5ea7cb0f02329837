"""A match as a file: .mat, .sgf, text or JSON, as far as whoever asks may see it."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.errors import NotFound
from accounts.models import User
from games import selectors
from games.errors import NoSuchMatch
from games.match_files import stem_of
from games.records.kinds import KINDS
from games.selectors.records import record_of
from games.serializers import RefusalOut


@require_safe
@never_cache
def match_file(request: HttpRequest, match_id: UUID, kind: str) -> HttpResponse:
    """/matches/<id>/files/match.<kind>"""
    return file_of(request.user, match_id, kind)


class _Whatever(DefaultContentNegotiation):
    """What is sent is said by the address, whatever `Accept` asks for."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        return renderers[0], renderers[0].media_type


class MatchFile(APIView):
    """The match as a file; docs/match-files.md says what each kind holds."""

    content_negotiation_class = _Whatever

    @extend_schema(
        parameters=[OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=list(KINDS))],
        responses={
            (200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, "mat, txt"),
            (200, "application/x-go-sgf"): OpenApiResponse(OpenApiTypes.STR, "sgf"),
            (200, "application/json"): OpenApiResponse(OpenApiTypes.OBJECT, "json"),
            404: RefusalOut,
        },
    )
    def get(self, request: Request, match_id: UUID, kind: str) -> HttpResponse:
        return file_of(request.user, match_id, kind)


def file_of(user: User | AnonymousUser | None, match_id: UUID, kind: str) -> HttpResponse:
    """The file, or NotFound when there is no such match or nothing of it may be seen yet."""
    match = selectors.match_with_seats(match_id)
    if match is None or kind not in KINDS:
        raise NoSuchMatch()
    until = selectors.hidden_from(user, match, timezone.now())
    record = record_of(match, until)
    if until is not None and not record.moments:
        raise NotFound("not_yet", _("Spectators see this match later."))
    written = KINDS[kind]
    answer = HttpResponse(written.write(record), content_type=written.content_type)
    name = f"{stem_of(record)}.{kind}"
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "private, no-store"
    return answer
