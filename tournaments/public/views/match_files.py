"""All matches of a tournament in one ZIP, for everybody who may see the tournament."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.audit_trail import address
from games.records.kinds import KINDS
from tournaments.bracket.selectors.lists import get_tournament
from tournaments.public.selectors.match_files import match_files
from web.errors import NotFound
from web.requests import network_of
from web.zip_stream import Archive

ALL = "all"


@require_safe
@never_cache
def matches_zip(request: HttpRequest, slug: str, kind: str) -> HttpResponseBase:
    """/tournaments/<slug>/files/<kind>.zip, `kind` one of the match files or all of them."""
    if kind != ALL and kind not in KINDS:
        raise NotFound("no_such_file", _("This no longer exists. Reload the page."))
    shown, now = get_tournament(slug, request.user), timezone.now()
    suffixes = list(KINDS) if kind == ALL else [kind]
    answer: HttpResponseBase = HttpResponse(content_type="application/zip")
    if request.method != "HEAD":
        archive = Archive(
            match_files(shown, suffixes, now), now, network_of(address(request) or "127.0.0.1")
        )
        answer = StreamingHttpResponse(archive, content_type="application/zip")
    name = f"{shown.slug}.zip" if kind == ALL else f"{shown.slug}-{kind}.zip"
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "private, no-store"
    return answer
