"""Play: one press to an opponent – a bot, whoever waits in the lobby, or a friend with a link."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.impersonated_request import acting_user
from accounts.models import BotKind, Player, User
from accounts.services.players import ensure_player
from games.engine.clock import ClockSettings
from games.engine.friendly_rules import rules_chosen
from games.engine.rules import Rules
from games.models import Match
from games.selectors.lobby import lobby, open_challenges
from games.services import friendly
from games.services import lobby as lobby_service
from web.errors import DomainError

LENGTHS = (1, 3, 5, 7, 11)
CLOCKS = [
    ("speed", pgettext_lazy("clock", "Speed")),
    ("fast", pgettext_lazy("clock", "Fast")),
    ("standard", pgettext_lazy("clock", "Normal")),
    ("none", pgettext_lazy("clock", "None")),
]
SITE_BOTS = [
    (BotKind.RANDOM.value, "Dicey", _("Beginner"), _("Plays any legal move.")),
    (BotKind.STEADY.value, "Steady", _("Club player"), _("Plays sound moves and uses the cube.")),
]
BOT_KINDS = {kind for kind, _name, _level, _style in SITE_BOTS}
LAST_TERMS = "play"  # in the session: what the page begins with


class QuickMatchForm(forms.Form):
    """How long and on which clock; the rules are those of tournaments."""

    length = forms.TypedChoiceField(
        label=_("Match length"), coerce=int, choices=[(n, str(n)) for n in LENGTHS], initial=3,
        widget=forms.RadioSelect,
    )  # fmt: skip
    clock = forms.ChoiceField(
        label=_("Clock"), choices=CLOCKS, initial="fast", widget=forms.RadioSelect
    )

    def rules(self) -> Rules:
        return rules_chosen("tournament", {}, length=self.cleaned_data["length"])

    def clock_settings(self) -> ClockSettings | None:
        name = self.cleaned_data["clock"]
        return None if name == "none" else ClockSettings.preset(name, self.cleaned_data["length"])


@require_safe
@never_cache
def play(request: HttpRequest) -> HttpResponse:
    """Everybody reads the page; what needs an account leads to the login. htmx asks for the lobby alone."""
    user = acting_user(request)
    me = user.player if isinstance(user, User) and hasattr(user, "player") else None
    rows = lobby(me)
    context: dict[str, Any] = {"rows": rows, "mine": [row for row in rows if row.is_mine], "me": me}
    if request.htmx:  # type: ignore[attr-defined]
        return _lobby_or_match(request, me, context)
    context |= {
        "form": QuickMatchForm(initial=request.session.get(LAST_TERMS, {})),
        "bots": SITE_BOTS,
        "waiting_for": [str(row.match) for row in rows if row.is_mine],
    }
    return render(request, "games/play.html", context)


def _lobby_or_match(
    request: HttpRequest, me: Player | None, context: dict[str, Any]
) -> HttpResponse:
    """To the table as soon as somebody accepts a challenge that the page was waiting with."""
    if me is not None and (accepted := _accepted(me, request.GET.getlist("waiting")[:3])):
        return HttpResponse(headers={"HX-Redirect": reverse("match", args=[accepted.pk])})
    return render(request, "games/play_lobby.html", context)


def _accepted(me: Player, waiting: list[str]) -> Match | None:
    ids = [UUID(text) for text in waiting if _is_id(text)]
    mine = Match.objects.filter(pk__in=ids, seats__player=me, finished_at=None, context__open=True)
    return mine.exclude(pk__in=open_challenges().values("pk")).first() if ids else None


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def refused_on_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A refusal leads back to the page, which says why."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except DomainError as error:
            messages.error(request, error.detail)
            return redirect("play")

    return wrapped


@login_required
@require_POST
@refused_on_page
def play_quick(request: HttpRequest) -> HttpResponse:
    """The oldest open challenge with these terms, or one of the player's own, listed in the lobby."""
    form = _terms(request)
    match, has_opponent = lobby_service.find_opponent(
        _me(request), form.rules(), form.clock_settings(), timezone.now()
    )
    return redirect("match", match_id=match.pk) if has_opponent else redirect("play")


@login_required
@require_POST
@refused_on_page
def play_bot(request: HttpRequest, kind: str) -> HttpResponse:
    """A match without a clock against a bot of the site; the table presses ready by itself."""
    if kind not in BOT_KINDS:
        raise Http404
    match = friendly.challenge(
        _me(request),
        friendly.site_bot(kind),
        _terms(request).rules(),
        None,
        timezone.now(),
        context={"starts_at_once": True},
    )
    return redirect("match", match_id=match.pk)


@login_required
@require_POST
@refused_on_page
def play_friend(request: HttpRequest) -> HttpResponse:
    """A link for one opponent."""
    form = _terms(request)
    match = friendly.challenge(
        _me(request), None, form.rules(), form.clock_settings(), timezone.now()
    )
    return redirect("join", token=friendly.invitation(match))


@login_required
@require_POST
@refused_on_page
def play_accept(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Sit down at an open challenge; whoever comes second stays in the lobby and reads why."""
    match = lobby_service.accept(match_id, _me(request), timezone.now())
    return redirect("match", match_id=match.pk)


def _me(request: HttpRequest) -> Player:
    return ensure_player(request.user)  # type: ignore[arg-type]


def _terms(request: HttpRequest) -> QuickMatchForm:
    """The form, remembered for next time. Refused (bad_terms) where a page sends other values than it shows."""
    form = QuickMatchForm(request.POST)
    if not form.is_valid():
        raise DomainError("bad_terms", _("Choose a match length and a clock."), 422)
    request.session[LAST_TERMS] = form.cleaned_data
    return form
