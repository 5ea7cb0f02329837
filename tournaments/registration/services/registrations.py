"""Registering without an account: by email first, then confirmed with the link, which takes the place.

Nothing public comes of a registration before it is confirmed, so a stranger's address or a program fills no place. What waits
for its confirmation is bounded for each tournament and each address, ends after a day, and is deleted then.

A confirmed registration always makes a new player without an account. It never enters a player who exists already, whatever
the name: their identity and rating stay theirs. Directors see players of the same name beside it.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.services.players import create_walk_in
from tournaments.contacts.services.contacts import ContactTerms, keep_contacts
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require, require_director
from tournaments.entry.services import check_in, entries
from tournaments.entry.services.namesakes import fold_name
from tournaments.entry.services.places import Applicant, latest_entry
from tournaments.models import Entry, Registration, RegistrationPlan, Tournament
from tournaments.registration.selectors.registration_link import (
    email_hash,
    group_of,
    registration_of,
    token_hash,
    token_of,
)
from tournaments.registration.selectors.registration_state import (
    can_be_offered,
    is_open_for_all,
    places_of,
    registration_plan,
)
from tournaments.registration.services.entry_choices import EntryChoice, apply_choices
from tournaments.registration.services.registration_groups import drop_unticked, owe_again
from web.errors import DomainError, NotFound

LASTS = timedelta(hours=24)
GRACE = timedelta(hours=1)
"""Who registers just before the deadline has this long to open the email."""
KEPT_AFTER = timedelta(days=90)
MOST_UNCONFIRMED = 200
MOST_PER_ADDRESS = 4
"""A family may share an address."""
MOST_PER_TOURNAMENT = 2000
AT_ONCE = 500
TYPED = ("name", "country", "club", "rating", "email", "phone", "member_number")
Status, Standing = Tournament.Status, Entry.Status
IN = (Standing.ACTIVE, Standing.WAITING_LIST, Standing.INVITED)


@transaction.atomic
def save_plan(tournament_id: int, *, by: Viewer | None, **values: Any) -> RegistrationPlan:
    """Open or close registration without an account. Organizers only. Refused: online_needs_accounts."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.ORGANIZE)
    if values["is_open"] and not can_be_offered(tournament):
        raise _online_needs_accounts()
    plan, _made = RegistrationPlan.objects.update_or_create(tournament=tournament, defaults=values)
    save_changed(tournament)
    return plan


def register(
    tournament_id: int,
    typed: Mapping[str, Any],
    *,
    language: str,
    now: datetime,
    choices: Sequence[EntryChoice] = (),
) -> datetime:
    """Note what was typed (TYPED) and owe the email with the link. The same name and address again: the email again.
    Returns until when the link can be confirmed; the answer is the same whether or not the address is known already.

    `choices` are the tournaments of the form, all of one event; none: this tournament alone, without pools.
    Refused: registration_closed, name_taken, too_many_registrations.
    """
    wanted = list(choices) or [EntryChoice(tournament_id)]
    expires_at = _registered(wanted, typed, language, now)
    if expires_at is None:
        raise _name_taken()
    return expires_at


@transaction.atomic
def _registered(
    choices: Sequence[EntryChoice], typed: Mapping[str, Any], language: str, now: datetime
) -> datetime | None:
    """Until when the link can be confirmed; None where the name is entered already, whoever asks: somebody who guesses
    the address of an entrant must not learn that they were right. The entrant gets their link again.
    """
    tournaments = {pk: locked(pk) for pk in sorted({choice.tournament for choice in choices})}
    digest = email_hash(typed["email"])
    same: list[Registration] = []
    new: list[EntryChoice] = []
    expiries = []
    for choice in choices:
        tournament = tournaments[choice.tournament]
        plan = registration_plan(tournament)
        _require_open(tournament, plan, now)
        expiries.append(_expiry(plan, now))
        mine = Registration.objects.filter(tournament=tournament, email_hash=digest)
        valid = [row for row in mine if row.confirmed_at or row.expires_at > now]
        before = [row for row in valid if fold_name(row.name) == fold_name(typed["name"])]
        if before:
            same.append(before[0])
            _choose_again(before[0], choice)
            continue
        require_unused_name(tournament, typed["name"])
        _require_bounds(tournament, len(valid), now)
        new.append(choice)
    expires_at = min(expiries)
    if any(_is_entered(tournaments[row.tournament_id], typed["name"]) for row in same):
        owe_again(same, now)
        return None
    same = drop_unticked(same, tournaments)
    Registration.objects.filter(pk__in=[row.pk for row in same], confirmed_at=None).update(
        expires_at=expires_at
    )
    owe_again([row for row in same if row.confirmed_at is None or not new], now)
    _note(new, same, typed, {"language": language, "at": now, "expires_at": expires_at})
    return expires_at


def _note(
    choices: Sequence[EntryChoice],
    before: Sequence[Registration],
    typed: Mapping[str, Any],
    terms: Mapping[str, Any],
) -> None:
    """A row for each tournament; the first of them all is the lead, which has the email. Each has its own where the lead is
    confirmed already."""
    lead = next((row.lead or row for row in before), None)
    for choice in choices:
        nonce = secrets.token_hex(16)
        made = Registration.objects.create(
            tournament_id=choice.tournament,
            nonce=nonce,
            token_hash=token_hash(token_of(nonce)),
            email_hash=email_hash(typed["email"]),
            email_at=terms["at"] if lead is None or lead.confirmed_at else None,
            lead=lead,
            **terms,
            **choice.stored,
            **{name: typed[name] for name in TYPED},
        )
        lead = lead or made


def _choose_again(row: Registration, choice: EntryChoice) -> None:
    """Before it is confirmed, the latest choice counts."""
    if row.confirmed_at is None:
        Registration.objects.filter(pk=row.pk).update(**choice.stored)


@transaction.atomic
def confirm(token: str, *, now: datetime) -> Registration:
    """The person with the link takes a place in each tournament of the form, or joins the waiting list of a full one. Safe twice.
    A tournament that refuses them keeps them out of no other; the page of the link says why (`refusal_of`).

    Refused, where no place was taken: no_registration, registration_closed, registration_expired, name_taken.
    """
    first = registration_of(token)
    tournaments = {pk: locked(pk) for pk in sorted(row.tournament_id for row in group_of(first))}
    entered: list[Registration] = []
    refusals: list[DomainError] = []
    for row in group_of(first):
        if row.confirmed_at is not None:
            continue
        try:
            with transaction.atomic():
                entered.append(_confirmed_by_link(row, tournaments[row.tournament_id], now))
        except DomainError as error:
            text = f"{row.tournament.name}: {error.detail}"
            named = DomainError(error.code, text, status=error.status)
            refusals.append(error if len(tournaments) == 1 else named)
    if refusals and not entered:
        raise refusals[0]
    if any(row.lead_id is None for row in entered):  # its email states the others, too
        others = [row.pk for row in entered if row.lead_id is not None]
        Registration.objects.filter(pk__in=others).update(email_at=None)
    return registration_of(token)


def refusal_of(
    row: Registration, tournament: Tournament, plan: RegistrationPlan | None, now: datetime
) -> DomainError | None:
    """Why the person cannot confirm this registration by the link, if they cannot. One query."""
    if row.expires_at <= now:
        text = _("The time to confirm is over. Enter again on the tournament page.")
        return DomainError("registration_expired", text)
    is_open = plan is not None and plan.is_open and tournament.status == Status.OPEN
    if not is_open or not can_be_offered(tournament):
        return _closed()
    return _name_taken() if _is_entered(tournament, row.name) else None


def _confirmed_by_link(row: Registration, tournament: Tournament, now: datetime) -> Registration:
    refusal = refusal_of(row, tournament, registration_plan(tournament), now)
    if refusal is not None:
        raise refusal
    return _confirmed(row, tournament, now)


@transaction.atomic
def confirm_by_hand(registration_id: int, *, by: Viewer | None, now: datetime) -> Registration:
    """A director enters somebody whose email has not arrived.

    Refused: no_registration, name_taken, online_needs_accounts.
    """
    row, tournament = _of_director(registration_id, by)
    if row.confirmed_at is None and not can_be_offered(tournament):
        raise _online_needs_accounts()
    return row if row.confirmed_at else _confirmed(row, tournament, now)


@transaction.atomic
def drop(registration_id: int, *, by: Viewer | None) -> None:
    """A director deletes a registration that is not confirmed. Refused: no_registration."""
    row, _tournament = _of_director(registration_id, by)
    if row.confirmed_at is None:
        row.delete()


@transaction.atomic
def withdraw(token: str, *, now: datetime, registration: int | None = None) -> Registration:
    """The person withdraws before the start, or leaves the waiting list; `registration` names one of those of the link's form.
    Unconfirmed: all that is not confirmed is deleted.

    Refused: no_registration, already_started.
    """
    row, tournament = _locked(token, registration)
    if row.entry is None:
        Registration.objects.filter(
            pk__in=[r.pk for r in group_of(row)], confirmed_at=None
        ).delete()
        return row
    if row.entry.status == Standing.WAITING_LIST:
        check_in.leave_waiting_list(row.entry.pk, by=None)
    elif row.entry.status in IN:
        if tournament.status not in (Status.DRAFT, Status.OPEN):
            text = _("The tournament has started. To withdraw, talk to the director.")
            raise DomainError("already_started", text)
        entries.withdraw(tournament.pk, row.entry.player)
    row.entry.refresh_from_db()
    Registration.objects.filter(pk=row.pk).update(emailed_status="")
    return row


@transaction.atomic
def enter_again(token: str, *, now: datetime, registration: int | None = None) -> Registration:
    """After withdrawing before the start: the same player again. Refused: no_registration, registration_closed, name_taken."""
    row, tournament = _locked(token, registration)
    if row.entry is None or row.entry.status in IN:
        return row
    _require_open(tournament, registration_plan(tournament), now)
    require_unused_name(tournament, row.entry.player.name)
    if latest_entry(tournament, row.entry.player) == row.entry:
        row.entry = _place(tournament, Applicant(row.entry.player), now)
        Registration.objects.filter(pk=row.pk).update(email_at=now)
    return row


def sweep(now: datetime) -> int:
    """Delete what was not confirmed in time, and registrations of tournaments that ended long ago; returns how many."""
    late = Registration.objects.filter(confirmed_at=None, expires_at__lte=now)
    gone = list(late.order_by("expires_at").values_list("pk", flat=True)[:AT_ONCE])
    old = Registration.objects.filter(tournament__finished_at__lte=now - KEPT_AFTER)
    gone += old.values_list("pk", flat=True)[:AT_ONCE]
    return Registration.objects.filter(pk__in=gone).delete()[0]


def require_unused_name(tournament: Tournament, name: str) -> None:
    """Refused: name_taken, since two entries of one name could not be told apart. Accents and capitals make no difference."""
    if _is_entered(tournament, name):
        raise _name_taken()


def _is_entered(tournament: Tournament, name: str) -> bool:
    inside = tournament.entries.filter(status__in=IN).values_list("name", "player__name")
    return fold_name(name) in {fold_name(team or player) for team, player in inside}


def _name_taken() -> DomainError:
    text = _("This name is already entered. Add something to make it unique.")
    return DomainError("name_taken", text)


def _confirmed(row: Registration, tournament: Tournament, now: datetime) -> Registration:
    require_unused_name(tournament, row.name)
    player = _player_of(row) or create_walk_in(row.name, row.country)
    entry = _place(tournament, Applicant(player), now)
    entry.club, entry.rating = row.club, row.rating
    entry.save(update_fields=["club", "rating"])
    details = {
        "email": row.email, "phone": row.phone, "member_number": row.member_number
    }  # fmt: skip
    apply_choices(row, tournament, entry, now)
    keep_contacts(
        tournament, [(player, details)], terms=ContactTerms(None, now), answers=row.answers
    )
    row.entry, row.confirmed_at, row.answers = entry, now, {}
    row.email = row.phone = row.member_number = ""
    row.email_at, row.claimed_at, row.emails = now, None, 1
    row.save()
    return row


def _player_of(row: Registration) -> Player | None:
    """The player of the other registrations of the same form."""
    others = (other.entry for other in group_of(row) if other.pk != row.pk)
    return next((entry.player for entry in others if entry is not None), None)


def _place(tournament: Tournament, who: Applicant, now: datetime) -> Entry:
    """An entry, or a place at the end of the waiting list: where no place is free, and where others wait for one."""
    if places_of(tournament).is_full:
        return check_in.join_waiting_list(tournament.pk, by=None, now=now, player=who.player)
    return entries.admit(tournament, who, by=None, now=now)


def _expiry(plan: RegistrationPlan | None, now: datetime) -> datetime:
    """A day; less just before the deadline."""
    if plan is None or plan.closes_at is None:
        return now + LASTS
    return min(now + LASTS, max(plan.closes_at, now + GRACE))


def _require_open(tournament: Tournament, plan: RegistrationPlan | None, now: datetime) -> None:
    if not is_open_for_all(tournament, plan, now):
        raise _closed()


def _online_needs_accounts() -> DomainError:
    text = _("Online matches, pairs and teams need accounts.")
    return DomainError("online_needs_accounts", text)


def _closed() -> DomainError:
    return DomainError("registration_closed", _("Entry without an account is closed."))


def _require_bounds(tournament: Tournament, of_address: int, now: datetime) -> None:
    rows = Registration.objects.filter(tournament=tournament)
    waiting = rows.filter(confirmed_at=None, expires_at__gt=now).count()
    too_many = (
        of_address >= MOST_PER_ADDRESS
        or waiting >= MOST_UNCONFIRMED
        or rows.count() >= MOST_PER_TOURNAMENT
    )
    if too_many:
        text = _("Too many entries wait for confirmation. Try again later.")
        raise DomainError("too_many_registrations", text, status=429)


def _locked(token: str, registration: int | None) -> tuple[Registration, Tournament]:
    """A registration of the link's form, the link's own unless another is named, with its tournament locked."""
    wanted = registration_of(token)
    if registration is not None:
        rows = {row.pk: row for row in group_of(wanted)}
        if registration not in rows:
            raise NotFound("no_registration", _("This no longer exists. Reload the page."))
        wanted = rows[registration]
    tournament = locked(wanted.tournament_id)
    return next(row for row in group_of(wanted) if row.pk == wanted.pk), tournament


def _of_director(registration_id: int, by: Viewer | None) -> tuple[Registration, Tournament]:
    rows = Registration.objects.filter(pk=registration_id)
    tournament_id = rows.values_list("tournament_id", flat=True).first()
    if tournament_id is not None:
        tournament = locked(tournament_id)
        require_director(by, tournament)
        if (row := rows.select_related("entry__player").first()) is not None:
            return row, tournament
    raise NotFound("no_registration", _("This no longer exists. Reload the page."))
