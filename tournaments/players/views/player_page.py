"""A player's page, and their matches as files."""

from datetime import tzinfo
from typing import TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guest_request import network
from accounts.last_seen import presence_of
from accounts.models import Player, User
from games.records.kinds import KINDS
from games.selectors.challenge_privacy import accepts_challenges_of
from social.selectors.relationship import relationship_with
from tournaments.bracket.selectors.change_key import CACHED_S
from tournaments.players.forms import CareerFilterForm
from tournaments.players.page_parts import belonging_parts_of, parts_of
from tournaments.players.selectors import career_files
from tournaments.players.selectors.career_rows import career
from tournaments.players.selectors.player_page import filtered, player_version, player_view
from tournaments.players.texts import kind_names
from web.csv_writing import csv_rows
from web.errors import DomainError, NotFound
from web.page_cache import cached_page
from web.rate_limit import is_within
from web.zip_stream import Archive

HOUR_S = 3600
MOST_TABLES = 60
LONGEST_NAME = 80
Answer = TypeVar("Answer", bound=HttpResponseBase)


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's record. For visitors the list of current matches may be half a second old; results never are."""
    shown = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    half_second = int(timezone.now().timestamp() / CACHED_S)
    key = f"player.{half_second}.{player_version(shown)}"
    return cached_page(request, key, lambda: _page(request, shown), kept_s=1)


def _page(request: HttpRequest, shown: Player) -> HttpResponse:
    form = CareerFilterForm(request.GET)
    against = request.GET.get("against", "").replace("\x00", "")[:LONGEST_NAME]
    view = player_view(
        shown,
        request.user,
        timezone.now(),
        chosen=form.chosen(),
        number=request.GET.get("page", "1"),
        against=against,
        zone=_zone(),
    )
    has_account = _has_account(shown)
    reader = _reader(request)
    is_welcome = not has_account or accepts_challenges_of(shown, reader)
    relationship = None
    if has_account and reader is not None and reader.pk != shown.pk:
        relationship = relationship_with(reader, shown)
    context = {
        "view": view,
        "shown": shown,
        "is_me": request.user.is_authenticated and shown.user_id == request.user.pk,
        "can_be_challenged": has_account and is_welcome,
        "is_closed": has_account and not is_welcome,
        "relationship": relationship,
        "presence": presence_of(shown.user, timezone.now()),
        "parts": parts_of(shown, request),
        "belongings": belonging_parts_of(shown, request),
        "filter": form,
        "against": against,
        "kinds": kind_names(),
        "files": KINDS,
        "query": request.GET.urlencode(),
    }
    return render(request, "tournaments/players/player.html", context)


def _has_account(shown: Player) -> bool:
    """Somebody with an account who can log in: not a bot of the site, a guest or a player without a login. No query."""
    user = shown.user
    if user is None or shown.is_house_bot or shown.anonymised_at is not None:
        return False
    return user.is_active and not user.is_suspended and not user.is_guest


def _reader(request: HttpRequest) -> Player | None:
    """The player of whoever is logged in. One query."""
    user = request.user
    return Player.objects.filter(user=user).first() if isinstance(user, User) else None


@require_safe
@never_cache
def matches_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The matches that the filter takes, as CSV. Refused: too_many_files (429)."""
    shown = get_object_or_404(Player, pk=pk)
    if not is_within(f"player-csv:{network(request)}", MOST_TABLES, HOUR_S, timezone.now()):
        raise DomainError("too_many_files", _("Too many downloads. Try again in an hour."), 429)
    rows = filtered(career(shown), CareerFilterForm(request.GET).chosen(), _zone())
    text = "".join(csv_rows(career_files.HEAD, career_files.table(rows, _zone())))
    return _attached(HttpResponse(text, content_type="text/csv; charset=utf-8"), shown, "csv")


@require_safe
@never_cache
def matches_zip(request: HttpRequest, pk: int, kind: str) -> HttpResponseBase:
    """Match files of those that were played here, the latest two hundred of what the filter takes."""
    if kind not in KINDS:
        raise NotFound("no_such_file", _("This no longer exists. Reload the page."))
    shown, now = get_object_or_404(Player, pk=pk), timezone.now()
    answer: HttpResponseBase = HttpResponse(content_type="application/zip")
    if request.method != "HEAD":
        rows = filtered(career(shown), CareerFilterForm(request.GET).chosen(), _zone())
        archive = Archive(career_files.match_files(rows, kind, now), now, network(request))
        answer = StreamingHttpResponse(archive, content_type="application/zip")
    return _attached(answer, shown, "zip")


def _attached(answer: Answer, shown: Player, suffix: str) -> Answer:
    name = slugify(shown.name, allow_unicode=True)[:40] or str(shown.pk)
    answer["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=f"{name}-matches.{suffix}"
    )
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "private, no-store"
    return answer


def _zone() -> tzinfo:
    return timezone.get_current_timezone()
