"""The analysis of a match as a file of gammonview: the same answer to a page and to a program."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from analysis.engine.documents import named
from analysis.selectors import analysis_of, file_of
from games.match_files import stem_of
from games.models import Match
from games.selectors.records import record_of
from web.errors import NotFound

CONTENT_TYPES = {"gva": "application/json", "gvab": "application/octet-stream"}


def analysed_file(match: Match, kind: str) -> HttpResponse:
    """`kind`: gva or gvab. Its reader may see the whole match. Raises NotFound where there is no analysis to write."""
    content = file_of(analysis_of(match)) if kind in CONTENT_TYPES else None
    if content is None:
        raise NotFound(
            "not_analysed", _("This match has no analysis to download. Analyse it first.")
        )
    record = record_of(match)
    written = named(content, record.names, kind)
    answer = HttpResponse(written, content_type=CONTENT_TYPES[kind])
    name = f"{stem_of(record)}.{kind}"
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "private, no-store"
    return answer
