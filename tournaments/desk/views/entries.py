"""Entries: those made at the desk, the page of one entry, and players who enter a team or re-enter."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.models import Player
from accounts.requests import me
from accounts.services.players import ensure_player
from tournaments.bracket.selectors import entries as selectors
from tournaments.bracket.selectors import lists
from tournaments.bracket.selectors.form_version import Stale
from tournaments.bracket.views.directing import directed, done, refused
from tournaments.core.permissions import Right
from tournaments.desk.views.desk import desk
from tournaments.desk.views.entered_texts import entered_text, put_back_text
from tournaments.desk.views.undo_notice import offer_undo
from tournaments.entry.forms.entering import BotsForm, SeedsForm, WalkInForm, changed_meanwhile
from tournaments.entry.forms.entries import BoardsForm, LabelsForm, NamesForm, TeamForm
from tournaments.entry.services import bots, entries, late_entries, teams
from tournaments.entry.services.namesakes import WhichPlayer
from tournaments.entry.views.disambiguation import CHOICE, MEND, choices_of, which_player
from tournaments.exchange.services.pasted_lines import is_list
from tournaments.exchange.views.pasted_names import preview_of_list
from tournaments.models import Entry, EntryMember, Tournament
from tournaments.players.services import name_correction
from tournaments.ruling.selectors import conduct_penalties
from tournaments.ruling.services.preview import ConfirmationNeeded
from tournaments.ruling.services.redraw_rulings import outdated_draws
from tournaments.ruling.views.preview_flow import confirm_entry_page, warn_of_outdated
from tournaments.setup.selectors.settings_version import changes, entry_form_version
from web.errors import DomainError, NotFound
from web.requests import number_in, posted

Kind = Tournament.EntryKind
BEFORE = (Tournament.Status.DRAFT, Tournament.Status.OPEN)
NEXT_NAME = "?tab=entries&next=name"  # the desk with the focus in the field for the next name


@login_required
@require_POST
def add_walk_in(request: HttpRequest, slug: str) -> HttpResponse:
    tournament, form = directed(request, slug, Right.SCORE), WalkInForm(request.POST)
    if is_list(typed := request.POST.get("name", "")):
        return preview_of_list(request, tournament, typed)
    if not form.is_valid():
        shown = _has_field(tournament)
        return desk(request, tournament, walk_in=form) if shown else refused(request, slug, form)
    next_one = reverse("tournament-manage", args=[slug]) + NEXT_NAME
    try:
        made = entries.add_walk_in(
            tournament.pk, by=request.user, name=form.cleaned_data["name"],
            choice=request.POST.get(CHOICE, ""), confirm=request.POST.get("confirm", ""),
            now=timezone.now(),
        )  # fmt: skip
    except WhichPlayer as asked:
        return which_player(request, tournament, asked, next_one)
    except ConfirmationNeeded as unsure:
        return confirm_entry_page(request, tournament, unsure, next_one)
    except DomainError as why:
        if why.code != "name_taken" or not _has_field(tournament):
            raise
        form.add_error("name", why.detail)
        return desk(request, tournament, walk_in=form)
    messages.success(request, entered_text(made))
    if tournament.status == Tournament.Status.RUNNING:
        warn_of_outdated(request, tournament, outdated_draws(tournament))
    return HttpResponseRedirect(next_one)


def _has_field(tournament: Tournament) -> bool:
    """Does the desk show the name field again, with the error beside it?"""
    limit, taken = tournament.entry_limit, int(tournament.entry_count)  # type: ignore[attr-defined]  # annotated by lists
    is_alone = tournament.entry_kind == Kind.SINGLE
    return is_alone and tournament.status in BEFORE and (limit is None or taken < limit)


@login_required
@require_POST
def add_bots(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    tournament, form = directed(request, slug), BotsForm(request.POST)
    if not form.is_valid():
        return refused(request, slug, form)
    number = form.cleaned_data["number"]
    made = bots.add_bots(tournament.pk, by=request.user, number=number, now=timezone.now())
    text = ngettext("%(number)d bot added.", "%(number)d bots added.", len(made))
    if len(made) < number:
        text = _("Bots added: %(number)d of %(wanted)d. The tournament is now full.")
    return done(request, slug, text % {"number": len(made), "wanted": number})


@login_required
@require_POST
def set_seeds(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = directed(request, slug)
    rows = selectors.entry_rows(tournament, request.user)
    listed = [row for row in rows if row.status in selectors.SHOWN]
    named = [row for row in listed if f"seed_{row.id}" in request.POST]
    form = SeedsForm(request.POST, entries=named)
    if not form.is_valid():
        return desk(request, tournament, form)
    form.changed_meanwhile = changed_meanwhile(request.POST, named, form.seeds())
    if form.changed_meanwhile:
        return desk(request, tournament, form, status=409)
    entries.set_seeds(tournament.pk, by=request.user, seeds=form.seeds())
    return done(request, slug, _("Seeds saved."))


@login_required
@require_POST
def remove_entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponseRedirect:
    tournament = directed(request, slug)
    back = redirect(reverse("tournament-manage", args=[slug]) + "?tab=entries")
    if "undo" in request.POST:
        seed = number_in(request.POST.get("seed", ""))
        entry = entries.restore(entry_id, by=request.user, seed=seed, now=timezone.now())
        messages.success(request, put_back_text(entry))
        return back
    seed = tournament.entries.filter(pk=entry_id).values_list("seed", flat=True).first()
    text = _("Removed: %(name)s.") % {"name": entries.remove(entry_id, by=request.user).title}
    offer_undo(request, text, request.path, undo=1, seed=seed or "")
    return back


@login_required
def add_team(request: HttpRequest, slug: str) -> HttpResponse:
    """A director enters a pair or a team, by names."""
    tournament = directed(request, slug)
    form = TeamForm(posted(request), tournament=tournament)
    if request.method == "POST" and form.is_valid() and MEND not in request.POST:
        name = form.cleaned_data["name"]
        try:
            entry = teams.add_team_by_names(
                tournament.pk, form.names(), by=request.user, name=name,
                choices=choices_of(request), confirm=request.POST.get("confirm", ""),
                now=timezone.now(),
            )  # fmt: skip
        except WhichPlayer as asked:
            return which_player(request, tournament, asked, request.path)
        except ConfirmationNeeded as unsure:
            return confirm_entry_page(request, tournament, unsure, request.path)
        return done(request, slug, entered_text(entry))
    return _team_page(request, tournament, form, directs=True)


@login_required
def own_team(request: HttpRequest, slug: str) -> HttpResponse:
    """Captains enter their pair or team, or change its members; a captain has the first board unless the form says
    otherwise."""
    shown, captain = lists.get_tournament(slug, request.user), ensure_player(me(request))
    mine = _own_entry(shown, captain)
    names = (
        [member.player.name for member in selectors.members_of(mine)] if mine else [captain.name]
    )
    initial = {"name": mine.name if mine else ""}
    form = TeamForm(posted(request), tournament=shown, members=names, initial=initial)
    if request.method == "POST" and form.is_valid():
        _enter_own(shown, captain, mine, form)
        messages.success(request, _("%(name)s: your team is entered.") % {"name": shown.name})
        return redirect("tournament", slug)
    return _team_page(request, shown, form, directs=False, entry=mine)


@login_required
@require_POST
def enter_again(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """A player who has lost re-enters."""
    shown, player = lists.get_tournament(slug, request.user), ensure_player(me(request))
    late_entries.reenter(shown.pk, player, by=request.user, now=timezone.now())
    messages.success(request, _("%(name)s: you are entered again.") % {"name": shown.name})
    return redirect("tournament", slug)


@login_required
def entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """One entry: names, labels, the players at each board, and re-entry after a loss."""
    tournament = directed(request, slug)
    entry = tournament.entries.select_related("player").filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    verb = request.POST.get("verb", "")
    forms = _forms(request, tournament, entry, verb)
    form = forms.get(verb)
    members = selectors.members_of(entry)
    seen, changed = entry_form_version(entry, members), list[str]()
    if request.POST.get("seen"):
        try:
            seen.require(request.POST["seen"])
        except Stale as error:
            changed = changes(error, Entry)
    is_good = verb == "again" or (form is not None and form.is_valid())
    is_mended = MEND in request.POST
    is_wanted = request.method == "POST" and is_good and not changed and not is_mended
    try:
        is_done = is_wanted and _change(request, entry, verb, form)
    except WhichPlayer as asked:
        return which_player(request, tournament, asked, request.path)
    except ConfirmationNeeded as unsure:
        return confirm_entry_page(request, tournament, unsure, request.path)
    if is_done:
        messages.success(request, _("Saved."))
        return redirect("tournament-entry", slug, entry_id)
    context = {
        "tournament": tournament,
        "entry": entry,
        "forms": forms,
        "members": members,
        "conduct_penalties": conduct_penalties.standing_conduct_penalties(entry),
        "seen": seen.mark,
        "changed": changed,
        "may_again": tournament.status == "running" and entry.attempt <= tournament.reentries,
    }
    status = 409 if changed else 422 if form is not None and form.errors else 200
    return render(request, "tournaments/desk/entry.html", context, status=status)


def _forms(request: HttpRequest, tournament: Tournament, entry: Entry, verb: str) -> dict[str, Any]:
    def data(name: str) -> Any:
        return posted(request) if verb == name else None

    labels = {"club": entry.club, "family": entry.family, "rating": entry.rating}
    forms: dict[str, Any] = {"labels": LabelsForm(data("labels"), initial=labels)}
    members = selectors.members_of(entry)
    people = [member.player for member in members] or [entry.player]
    if nameless := [player for player in people if name_correction.may_be_corrected(player)]:
        forms["names"] = NamesForm(data("names"), people=nameless)
    if tournament.entry_kind != Kind.SINGLE and tournament.status in BEFORE:
        names = [member.player.name for member in members]
        forms["team"] = TeamForm(
            data("team"), tournament=tournament, members=names, initial={"name": entry.name}
        )
    if tournament.entry_kind == Kind.TEAM and tournament.status == Tournament.Status.RUNNING:
        forms["boards"] = BoardsForm(data("boards"), members=members, boards=tournament.boards)
    return forms


def _change(request: HttpRequest, entry: Entry, verb: str, form: Any) -> bool:
    """Was it done? If not, the form says why; errors that belong to no field are raised."""
    by, now = request.user, timezone.now()
    if verb == "again":
        late_entries.reenter(
            entry.tournament_id,
            entry.player,
            by=by,
            now=now,
            confirm=request.POST.get("confirm", ""),
        )
    elif verb == "names":
        try:
            name_correction.correct_names(entry.pk, by=by, now=now, names=form.changed())
        except DomainError as refused:
            if refused.code not in ("name_taken", "entered_elsewhere"):
                raise
            form.refuse(refused.detail)
            return False
    elif verb == "labels":
        entries.set_labels(entry.pk, by=by, **form.cleaned_data)
    elif verb == "team":
        teams.set_members_by_names(
            entry.pk, form.names(), by=by, name=form.cleaned_data["name"],
            choices=choices_of(request), now=now,
        )  # fmt: skip
    else:
        teams.change_boards(entry.pk, by=by, now=now, **form.cleaned_data)
    return True


def _enter_own(shown: Tournament, captain: Player, mine: Entry | None, form: TeamForm) -> None:
    name = form.cleaned_data["name"]
    before = selectors.members_of(mine) if mine else [EntryMember(player=captain)]
    sitting = [member.player for member in before]
    members = teams.team_players(form.names(), current=sitting, may_be_new=False)
    if mine is not None:
        teams.set_members(mine.pk, by=captain.user, name=name, members=members, now=timezone.now())
        return
    if captain not in members:
        raise DomainError("captain_stays", _("The captain must be a member of the team."))
    partners = [player for player in members if player != captain]
    teams.enter_team(shown.pk, captain, name=name, partners=partners, now=timezone.now())


def _own_entry(shown: Tournament, captain: Player) -> Entry | None:
    own = shown.entries.filter(player=captain, status__in=entries.ENTERED)
    return own.select_related("player").order_by("attempt").last()


def _team_page(
    request: HttpRequest,
    tournament: Tournament,
    form: TeamForm,
    *,
    directs: bool,
    entry: Entry | None = None,
) -> HttpResponse:
    if tournament.entry_kind == Kind.SINGLE:
        raise DomainError("no_team", _("This tournament is for individual players."))
    context = {"tournament": tournament, "form": form, "directs": directs, "entry": entry}
    status = 422 if form.errors else 200
    return render(request, "tournaments/desk/team.html", context, status=status)
