"""A match as a file: .mat, .sgf, text or JSON, as far as whoever asks may see it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.file_response import file_of


@require_safe
@never_cache
def match_file(request: HttpRequest, match_id: UUID, kind: str) -> HttpResponse:
    """/matches/<id>/files/match.<kind>"""
    return file_of(request.user, match_id, kind)
