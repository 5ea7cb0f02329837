"""Play: one press to an opponent – a bot, whoever waits in the lobby, or a friend with a link.

Visitors may press it, too, beside a bot: the match makes them a guest (accounts/guest_request.py).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.guest_request import guest_of, log_in_guest, network
from accounts.models import BotKind, Player
from accounts.rating_chips import ratings_of
from accounts.services.players import ensure_player
from games.engine.clock import ClockSettings
from games.engine.friendly_rules import rules_chosen
from games.engine.rules import Rules
from games.models import Match
from games.rule_texts import DAYS_OFFERED, days_a_turn
from games.selectors.guests import GuestMatch, guest_matches
from games.selectors.lobby import lobby
from games.selectors.next_match import turns_of
from games.selectors.rated_limit import opponents_at_limit
from games.selectors.rating_range import WIDTHS, rating_in
from games.selectors.site_bots import site_bot_ids
from games.services import friendly, guests
from games.services import lobby as lobby_service
from games.services.bots import offered_kinds
from social.selectors.blocks import blocked_players
from web.errors import DomainError

NOBODY = UUID(int=0)
"""The number of a challenge in the page's pattern for rows that come by the stream."""
POOLS = ("online", "correspondence")
LENGTHS = (1, 3, 5, 7, 11)
CLOCKS = [
    ("speed", pgettext_lazy("clock", "Speed")),
    ("fast", pgettext_lazy("clock", "Fast")),
    ("standard", pgettext_lazy("clock", "Standard")),
    ("none", _("No clock")),
]
SITE_BOTS = [
    (BotKind.RANDOM, "Dicey", _("Plays any legal move.")),
    (BotKind.STEADY, "Steady", _("Plays sound moves and uses the cube.")),
    (BotKind.CLUB, "Felt", _("Knows the game and misjudges some moves.")),
    (BotKind.EXPERT, "Onyx", _("Makes few errors, with the checkers or the cube.")),
    (BotKind.WORLD_CLASS, "Brass", _("Looks one move further ahead.")),
]
ANY_RATING = "any"
RATING_RANGES = [
    (ANY_RATING, pgettext_lazy("rating", "Any")),
    *((str(width), f"± {width}") for width in WIDTHS),
]
RATED, CASUAL = "rated", "casual"
RATINGS = [(RATED, pgettext_lazy("match", "Rated")), (CASUAL, pgettext_lazy("match", "Casual"))]
MOST_WAITING = 3
LAST_DAYS = "play-days"  # in the session: what the page Play begins with
USUAL_DAYS = 3
LAST_TERMS = "play"  # in the session: what the page begins with
FIRST_TERMS = {"length": 1}  # for visitors: a first match is short


def width_of(choice: str) -> int | None:
    """The width of a choice of RATING_RANGES; None for any rating and for what is not offered."""
    return int(choice) if choice in {str(width) for width in WIDTHS} else None


class QuickMatchForm(forms.Form):
    """How long and on which clock; the rules are those of tournaments."""

    length = forms.TypedChoiceField(
        label=_("Match length"), coerce=int, choices=[(n, str(n)) for n in LENGTHS], initial=3,
        widget=forms.RadioSelect,
    )  # fmt: skip
    clock = forms.ChoiceField(
        label=_("Clock"), choices=CLOCKS, initial="fast", widget=forms.RadioSelect
    )

    rating = forms.ChoiceField(
        label=_("Rating"), choices=RATINGS, initial=RATED, required=False, widget=forms.RadioSelect
    )

    opponent_rating = forms.ChoiceField(
        label=_("Opponent’s rating"), choices=RATING_RANGES, initial=ANY_RATING, required=False,
        widget=forms.RadioSelect,
    )  # fmt: skip

    def clean_rating(self) -> str:
        return self.cleaned_data["rating"] or RATED

    def rated(self) -> bool:
        return self.cleaned_data["rating"] != CASUAL

    def clean_opponent_rating(self) -> str:
        return self.cleaned_data["opponent_rating"] or ANY_RATING

    def width(self) -> int | None:
        """How many points of rating an opponent may be away; None for any rating."""
        return width_of(self.cleaned_data["opponent_rating"])

    def rules(self) -> Rules:
        return rules_chosen("tournament", {}, length=self.cleaned_data["length"])

    def clock_settings(self) -> ClockSettings | None:
        name = self.cleaned_data["clock"]
        return None if name == "none" else ClockSettings.preset(name, self.cleaned_data["length"])


class CorrespondenceForm(forms.Form):
    """To how many points, and how many days a turn; the rules are those of tournaments."""

    length = forms.TypedChoiceField(coerce=int, choices=[(n, str(n)) for n in LENGTHS])
    days = forms.TypedChoiceField(coerce=int, label=_("Time for each turn"), initial=USUAL_DAYS)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        days = [(n, days_a_turn(n)) for n in DAYS_OFFERED]
        self.fields["days"].choices = days  # type: ignore[attr-defined]


@require_safe
@never_cache
def play(request: HttpRequest) -> HttpResponse:
    """Everybody reads the page; what needs an account leads to the sign-up. htmx asks for the lobby alone."""
    guest = guest_of(request)
    user = request.user if request.user.is_authenticated else None
    me = None if user is None else Player.objects.filter(user=user).first()
    rows = lobby(me)
    listed = [str(row.match) for row in rows if row.is_mine and not row.is_correspondence]
    context: dict[str, Any] = {"rows": rows, "listed": listed, "may_play": user is not None}
    context["placeholder"] = {"match": NOBODY, "player": {"name": ""}, "is_mine": False}
    shown = {row.player.pk for row in rows}
    context["ratings"] = ratings_of(shown if me is None else {*shown, me.pk})
    if me is not None:
        own = {pool: rating_in(context["ratings"], me.pk, pool) for pool in POOLS}
        context["own_ratings"] = own
        context["closed"] = {
            row.match for row in rows if row.limits and own[row.pool] not in row.limits
        }
        context["at_limit"] = opponents_at_limit(me, timezone.now())
        context["asks_for_rows"] = user is not None and blocked_players(user).exists()
    if request.htmx:  # type: ignore[attr-defined]
        return _changed_lobby(request, me, context)
    offered, bot_ids = offered_kinds(), site_bot_ids()
    usual = FIRST_TERMS if user is None else {}
    played: list[GuestMatch] = [] if guest is None else guest_matches(guest)
    context |= {
        "form": QuickMatchForm(initial=usual | request.session.get(LAST_TERMS, {})),
        "bots": [
            (kind.value, name, kind.label, style, bot_ids.get(kind, -number))
            for number, (kind, name, style) in enumerate(SITE_BOTS)
            if kind in offered
        ],
        "may_play_bots": user is not None or guest is not None or settings.GUESTS,
        "played": played,
        "correspondence": CorrespondenceForm(
            initial={"days": request.session.get(LAST_DAYS, USUAL_DAYS)}
        ),
        "turns": 0 if user is None else len(turns_of(user)),
    }
    return render(request, "games/play.html", context)


def _changed_lobby(
    request: HttpRequest, me: Player | None, context: dict[str, Any]
) -> HttpResponse:
    """To the table as soon as somebody accepts; the whole page again when a challenge has lapsed or was withdrawn."""
    waited = [text for text in request.GET.getlist("waiting")[:MOST_WAITING] if _is_id(text)]
    if me is not None and (gone := set(waited) - set(context["listed"])):
        accepted = Match.objects.filter(
            pk__in=gone, seats__player=me, finished_at=None, context__open=True
        ).first()
        address = reverse("match", args=[accepted.pk]) if accepted else reverse("play")
        return HttpResponse(headers={"HX-Redirect": address})
    return render(request, "games/play_lobby.html", context)


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


def with_account(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A visitor logs in first and comes back to the page."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("play"))
        return view(request, *args, **kwargs)

    return wrapped


@with_account
@refused_on_page
@require_POST
def play_quick(request: HttpRequest) -> HttpResponse:
    """The oldest open challenge with these terms, or one of the player's own, listed in the lobby."""
    form = _terms(request)
    match, has_opponent = lobby_service.find_opponent(
        _me(request),
        form.rules(),
        form.clock_settings(),
        timezone.now(),
        rated=form.rated(),
        width=form.width(),
    )
    return redirect("match", match_id=match.pk) if has_opponent else redirect("play")


@refused_on_page
@require_POST
def play_bot(request: HttpRequest, kind: str) -> HttpResponse:
    """A match against a bot of the site, for visitors, too: the first one makes them a guest."""
    if kind not in offered_kinds():
        raise Http404
    rules, now = _terms(request).rules(), timezone.now()
    if not request.user.is_authenticated and not settings.GUESTS:
        return redirect_to_login(reverse("play"))
    if request.user.is_authenticated:
        match = guests.play_bot(_me(request), kind, rules, now)
    else:
        guest, match = guests.play_bot_as_guest(network(request), kind, rules, now)
        log_in_guest(request, guest)
    return redirect("match", match_id=match.pk)


@with_account
@refused_on_page
@require_POST
def play_friend(request: HttpRequest) -> HttpResponse:
    """A link for one opponent."""
    form = _terms(request)
    match = friendly.challenge(
        _me(request),
        None,
        form.rules(),
        form.clock_settings(),
        timezone.now(),
        rated=form.rated(),
    )
    return redirect("join", token=friendly.invitation(match))


@with_account
@refused_on_page
@require_POST
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
