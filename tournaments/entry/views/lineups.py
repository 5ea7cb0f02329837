"""Line-ups of team matches: the page that everybody sees, where captains name theirs, and the one where directors do."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.requests import me
from tournaments.bracket.selectors import lists
from tournaments.bracket.selectors.names import names_of
from tournaments.bracket.views.directing import directed
from tournaments.core.permissions import may_direct
from tournaments.entry.forms.lineups import DirectorLineupForm, LineupForm, TeamOrderForm
from tournaments.entry.selectors.lineups import LineupMatch, LineupSide, lineup_matches
from tournaments.entry.services.lineups import name_lineup
from tournaments.models import Tournament
from tournaments.ruling.services.lineups import NameLineup, UseTeamOrder
from tournaments.ruling.services.preview import RulingRequest, rule
from web.errors import DomainError, NotFound
from web.requests import posted

Rounds = list[dict[str, Any]]


def lineups(request: HttpRequest, slug: str) -> HttpResponse:
    """The matches that are to be played, with the line-ups that the viewer may see. A captain names theirs here."""
    tournament = lists.get_tournament(slug, request.user)
    _require_lineups(tournament)
    page = _Page(request, tournament, directs=False)
    if request.method == "POST":
        by = me(request)
        form = page.posted
        if not isinstance(form, LineupForm):
            raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
        if form.is_valid():
            data = form.cleaned_data
            try:
                name_lineup(
                    data["pairing"], form.players(), by=by, now=timezone.now(), seen=data["seen"]
                )
            except DomainError as refusal:
                return page.shown(refusal)
            messages.success(request, _("Line-up saved."))
            return redirect("tournament-lineups", slug)
    return page.shown()


@login_required
def manage_lineups(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for directors: name a line-up for a team, or let all teams of a round play in their order."""
    tournament = directed(request, slug)
    _require_lineups(tournament)
    page = _Page(request, tournament, directs=True)
    form: Any = page.posted
    if request.method == "POST":
        if form is None:
            raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
        if form.is_valid():
            ruled = RulingRequest(request.user, timezone.now(), form.cleaned_data["reason"])
            try:
                rule(_action(form), ruled)
            except DomainError as refusal:
                return page.shown(refusal)
            messages.success(request, _("Saved."))
            return redirect("tournament-manage-lineups", slug)
    return page.shown()


def _action(form: DirectorLineupForm | TeamOrderForm) -> NameLineup | UseTeamOrder:
    data = form.cleaned_data
    if isinstance(form, TeamOrderForm):
        return UseTeamOrder(round_id=data["round"])
    return NameLineup(
        pairing_id=data["pairing"],
        entry=data["entry"],
        players=tuple(form.players()),
        seen=data["seen"],
    )


class _Page:
    """The page with all its forms, the posted one bound."""

    def __init__(self, request: HttpRequest, tournament: Tournament, *, directs: bool) -> None:
        self.request, self.tournament, self.directs = request, tournament, directs
        self.posted: LineupForm | TeamOrderForm | None = None
        self.matches = lineup_matches(tournament, request.user, names_of(tournament))
        self.rounds = self._rounds()

    def shown(self, refusal: DomainError | None = None) -> HttpResponse:
        """The page; with what a service refused, and with its status."""
        context = {
            "tournament": self.tournament,
            "rounds": self.rounds,
            "mine": next((match for match in self.matches if match.own), None),
            "directs": self.directs,
            "may_direct": may_direct(self.request.user, self.tournament),
            "refused": refusal.detail if refusal else "",
        }
        has_errors = self.posted is not None and bool(self.posted.errors)
        status = refusal.status if refusal else 422 if has_errors else 200
        return render(self.request, "tournaments/entry/lineups.html", context, status=status)

    def _rounds(self) -> Rounds:
        rounds: dict[int, dict[str, Any]] = {}
        for match in self.matches:
            row = rounds.setdefault(
                match.round,
                {"name": match.round_name, "matches": [], "order": None, "id": match.round},
            )
            sides = [(side, self._form(match, side)) for side in match.sides]
            row["matches"].append({"match": match, "sides": sides})
            if self.directs and not match.is_open and row["order"] is None:
                row["order"] = self._order_form(match.round)
        return list(rounds.values())

    def _form(self, match: LineupMatch, side: LineupSide) -> LineupForm | None:
        """The form of a team whose line-up the viewer may name."""
        if not self.directs and (match.is_open or not side.captained):
            return None
        kind = DirectorLineupForm if self.directs else LineupForm
        is_posted = (str(match.pairing), str(side.entry)) == (
            self.request.POST.get("pairing"),
            self.request.POST.get("entry"),
        )
        form = kind(
            posted(self.request) if is_posted else None,
            pairing=match.pairing,
            side=side,
            boards=self.tournament.boards,
        )
        if is_posted:
            self.posted = form
        return form

    def _order_form(self, round_id: int) -> TeamOrderForm:
        is_posted = self.request.POST.get("round") == str(round_id)
        form = TeamOrderForm(
            posted(self.request) if is_posted else None,
            initial={"round": round_id},
            auto_id=f"order-{round_id}-%s",
        )
        if is_posted:
            self.posted = form
        return form


def _require_lineups(tournament: Tournament) -> None:
    if not tournament.names_lineups:
        raise NotFound("no_lineups", _("Captains name no line-ups in this tournament."))
