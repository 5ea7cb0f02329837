"""Pages of matches: the table, a new friendly match, an invitation, and what is being played now."""

from hashlib import blake2s
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.guest_request import guest_of
from accounts.impersonated_request import acting_user
from accounts.models import Player, User
from accounts.selectors import names_with
from accounts.services.players import ensure_player
from games import selectors
from games.board_svg import picture
from games.engine.seats import Seat, other
from games.forms import FriendlyForm, challengeable
from games.models import Match, MatchKind, MatchStatus
from games.selectors.cards import ALL, SHOWN_KINDS, live_cards
from games.selectors.friendly_hosts import challenger
from games.selectors.rated import is_rated
from games.selectors.rated_limit import is_at_limit, limit_sentence
from games.selectors.visibility import table_page
from games.services import friendly
from games.views import table_context
from games.views.side_channel import side_channel_data
from games.views.ticket_issuing import ticket_for
from web import qr
from web.requests import by_htmx

MOST_NAMES = 12
MOST_CARDS = 60
LAST_CHOICE = "friendly"  # in the session: what the form of a new match begins with


@require_safe
@never_cache
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The table: players play on it, everybody else watches; when it is over it shows the result."""
    match = selectors.match_with_seats(match_id)
    if match is None:
        raise Http404
    user = acting_user(request)
    seat = selectors.seat_of(user, match)
    if seat is not None and _is_unanswered(match):
        if match.context.get("open"):
            return redirect("play")
        return redirect("join", token=friendly.invitation(match))
    page = table_page(match, seat, timezone.now())
    if page is None:
        return render(request, "games/not_yet.html", {"match": match})
    view, rows = page
    own: Seat = seat or "A"
    context = {
        "view": view,
        "data": {
            "view": view,
            "actions": rows,
            "ticket": ticket_for(request, match.pk, seat),
            "links": _links(request, match, seat)
            | {"tab_switches": table_context.tab_switches_url(match, view, seat)}
            | {"shared_dice": table_context.shared_dice_url(match, view)},
            "account": table_context.account(request),
            "beside": side_channel_data(match, user, seat),
        },
        "me": table_context.side(view, own),
        "opp": table_context.side(view, other(own)),
        "picture": picture(view, own),
        "where": table_context.where(view["context"]),
        "late_s": table_context.late_s(view, seat),
        "board_label": table_context.board_label(view),
        "status_line": table_context.status_line(view),
        **table_context.rating_chips(match, view),
    }
    return render(request, "games/table.html", context)


def _links(request: HttpRequest, match: Match, seat: Seat | None) -> dict[str, str]:
    links = {
        "tickets": f"/tickets/{match.pk}",
        "live": f"/live/matches/{match.pk}",
        "new_match": reverse("play" if guest_of(request) else "match-new"),
        "review": f"/matches/{match.pk}/review/",
        "summary": reverse("match-summary", args=[match.pk]),
        "next": table_context.next_match_url(match, seat),
        "play": reverse("play"),
    }
    if seat is not None and _may_call_off(match):
        links["decline"] = reverse("match-decline", args=[match.pk])
    if guest_of(request) and seat is not None:
        links["sign_up"] = f"{reverse('account_signup')}?next={reverse('match', args=[match.pk])}"
    return links


def _is_full(match: Match) -> bool:
    """Somebody on both seats; a doubles pair shares one."""
    return len({seat_row.seat for seat_row in match.seats.all()}) == 2


def _is_unanswered(match: Match) -> bool:
    """Does a link wait for somebody to take the other seat?"""
    return _may_call_off(match) and not _is_full(match)


def _may_call_off(match: Match) -> bool:
    return match.kind == MatchKind.FRIENDLY and match.status == MatchStatus.JOINING


@login_required
@require_http_methods(["GET", "POST"])
def match_new(request: HttpRequest) -> HttpResponse:
    """A friendly match by name, by link, or against a bot; htmx asks for the rules in words as they are chosen."""
    me = ensure_player(request.user)  # type: ignore[arg-type]
    if request.htmx:  # type: ignore[attr-defined]
        asked = FriendlyForm(me=me, initial=request.GET.dict())
        return render(request, "games/rules_in_words.html", {"rules": asked.in_words()})
    initial = request.session.get(LAST_CHOICE, {}) | {"player": request.GET.get("player", "")}
    if initial["player"]:
        initial["opponent"] = "player"
    form = FriendlyForm(request.POST or None, me=me, initial=initial)
    if request.method == "GET" or not form.is_valid():
        context = {"form": form, "rules": form.in_words()}
        status = 200 if request.method == "GET" else 422
        return render(request, "games/match_new.html", context, status=status)
    request.session[LAST_CHOICE] = form.to_remember()
    chosen = form.cleaned_data
    opponent = chosen.get("challenged")
    if chosen["opponent"] == "bot":
        opponent = friendly.site_bot(chosen["bot"])
    made = friendly.challenge(
        me, opponent, form.rules(), form.clock_settings(), timezone.now(), rated=chosen["rated"]
    )
    if opponent is None:
        return redirect("join", token=friendly.invitation(made))
    return redirect("match", match_id=made.pk)


@login_required
@require_safe
def player_names(request: HttpRequest) -> HttpResponse:
    """Names for the list under the field; a number follows where two players share a name."""
    typed = request.GET.get("player", "").replace("\x00", "").strip()[:80]
    people = challengeable(ensure_player(request.user))  # type: ignore[arg-type]
    players = list(people.filter(names_with(typed))[:MOST_NAMES]) if len(typed) > 1 else []
    return render(request, "games/player_names.html", {"players": players})


@login_required
@require_POST
def decline_all(request: HttpRequest) -> HttpResponse:
    """Decline every challenge that waits for the user."""
    declined = friendly.decline_all(ensure_player(request.user), timezone.now())  # type: ignore[arg-type]
    messages.success(
        request,
        ngettext("%(count)d challenge declined.", "%(count)d challenges declined.", declined)
        % {"count": declined},
    )
    return redirect("/")


@login_required
@require_http_methods(["GET", "POST"])
def decline(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Call a friendly match off before it begins: the challenged declines, the challenger withdraws."""
    match = get_object_or_404(Match.objects.prefetch_related(selectors.SEATS), pk=match_id)
    seat = selectors.seat_of(request.user, match)
    if request.method == "POST":
        friendly.decline(match.pk, ensure_player(request.user), timezone.now())  # type: ignore[arg-type]
        messages.success(request, _("Match cancelled."))
        return redirect("play" if match.context.get("open") else "/")
    if seat is None or not _may_call_off(match):
        return redirect("match", match_id=match.pk)
    them = selectors.table_view(match, seat, timezone.now())["players"][other(seat)]
    context = {"match": match, "host": seat == challenger(match.context), "opponent": them}
    return render(request, "games/decline.html", context)


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation: the one who made it sees the link, the first other player takes the seat."""
    match = friendly.invited_match(token)
    user = request.user if request.user.is_authenticated else None
    mine = bool(selectors.seats_of(user, match))
    full = _is_full(match)
    if mine and full:
        return _go(request, match)
    if request.method == "POST" and user is not None:
        friendly.accept_invitation(token, ensure_player(user), timezone.now())
        return redirect("match", match_id=match.pk)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204)
    view = selectors.table_view(match, None, timezone.now())
    rules_card = view["rules_card"]
    if user is not None and not mine and not full and _would_be_casual(match, user):
        rules_card = [limit_sentence(settings.RATED_PER_OPPONENT_A_DAY), *rules_card[1:]]
    context = {
        "match": match,
        "host": view["players"]["A"] or view["players"]["B"],
        "mine": mine,
        "full": full,
        "link": (link := request.build_absolute_uri(request.path)),
        "code": qr.svg(link) if mine and _may_call_off(match) else "",
        "rules_card": rules_card,
        "open": _may_call_off(match),
    }
    return render(request, "games/join.html", context)


def _would_be_casual(match: Match, user: User) -> bool:
    """Is the limit of rated matches between the host and this user reached?"""
    me, seats = Player.objects.filter(user=user).first(), match.seats.all()
    if me is None or not seats or not is_rated(match.context):
        return False
    return is_at_limit(me, seats[0].player, timezone.now())


def _go(request: HttpRequest, match: Match) -> HttpResponse:
    """To the table; a page that is asking in the background is taken there whole."""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("match", match_id=match.pk)
    return HttpResponse(headers={"HX-Redirect": reverse("match", args=[match.pk])})


@require_safe
@vary_on_headers("HX-Request")
def watch(request: HttpRequest) -> HttpResponse:
    """Every match that is being played, as small boards; htmx asks for the boards alone, and gets 204 while none
    has changed."""
    try:
        limit = max(0, min(int(request.GET.get("limit", MOST_CARDS)), MOST_CARDS))
    except ValueError:
        limit = MOST_CARDS
    show = request.GET.get("show", ALL)
    show = show if show in SHOWN_KINDS else ALL
    cards = live_cards(timezone.now(), limit=limit, show=show)
    key = blake2s(repr(cards).encode(), digest_size=8).hexdigest()
    if by_htmx(request) and request.GET.get("key") == key:
        return HttpResponse(status=204)
    template = "games/live_cards.html" if by_htmx(request) else "games/watch.html"
    texts = (
        pgettext("filter: matches", "All"),
        _("Tournaments"),
        _("Friendly matches"),
        _("With bots"),
    )
    filters = list(zip(SHOWN_KINDS, texts, strict=True))
    context = {"cards": cards, "limit": limit, "key": key, "show": show, "filters": filters}
    return render(request, template, context)
