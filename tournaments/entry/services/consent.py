"""Consent: a player with a login who is entered by somebody else is invited, and plays online only after accepting.

The caller has locked the tournament. Accepting and declining are in answers.py.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Player, User
from tournaments.core.permissions import Viewer
from tournaments.entry.services.places import Applicant, latest_entry
from tournaments.models import Entry, EntryInvitation, OrganizerBlock, Tournament
from web.errors import DomainError

Answer = EntryInvitation.Answer


def players_to_invite(
    tournament: Tournament, persons: Iterable[Player], *, by: Viewer | None, entry: Entry | None
) -> tuple[Player, ...]:
    """Which of these players have to be invited: they have a login, `by` is somebody else, and they have not accepted
    for this entry. Nobody is invited when `by` is None, as in the demo.

    Refused: cannot_be_entered (the player blocked this organizer), invitation_declined.
    """
    others = _others(tournament, persons, by)
    if not others or by is None:
        return ()
    if blocked_by(tournament, others, by):
        raise DomainError("cannot_be_entered", cannot_be_entered())
    if declined_by(tournament, others):
        raise DomainError("invitation_declined", has_declined())
    if entry is None or entry.pk is None:
        return tuple(others)
    members = {entry.player_id, *entry.members.values_list("player_id", flat=True)}
    answers = dict(EntryInvitation.objects.filter(entry=entry).values_list("player_id", "answer"))
    accepted = {pk for pk, answer in answers.items() if answer == Answer.ACCEPTED}
    agreed = accepted | (members - answers.keys())  # whoever entered themselves has no invitation
    return tuple(other for other in others if other.pk not in agreed)


def entries_to_invite(
    tournament: Tournament, pairs: Iterable[tuple[Entry, Player]], *, by: Viewer | None
) -> list[tuple[Entry, Player]]:
    """The same for many entries of single players. At most three queries."""
    listed = list(pairs)
    others = {
        player.pk
        for player in players_to_invite(tournament, (p for _e, p in listed), by=by, entry=None)
    }
    open_ones = EntryInvitation.objects.filter(tournament=tournament, player__in=others)
    rows = open_ones.exclude(answer=Answer.ACCEPTED).values_list("entry_id", "player_id")
    unanswered = set(rows) if others else set()
    return [
        (entry, player)
        for entry, player in listed
        if player.pk in others and (entry.pk is None or (entry.pk, player.pk) in unanswered)
    ]


def _others(tournament: Tournament, persons: Iterable[Player], by: Viewer | None) -> list[Player]:
    """Players with a login who are entered by somebody else; nobody in a rehearsal, which sends no invitations."""
    if by is None or tournament.is_rehearsal:
        return []
    return [
        person
        for person in persons
        if person.user_id is not None and not person.is_house_bot and person.user_id != by.pk
    ]


def blocked_by(tournament: Tournament, players: Iterable[Player], by: Viewer) -> set[int]:
    """Which of these players blocked `by` or the tournament's organizer. One query."""
    organizers = {pk for pk in (by.pk, tournament.organizer_id) if pk is not None}
    blocks = OrganizerBlock.objects.filter(player__in=list(players), organizer__in=organizers)
    own = blocks.exclude(player__user=by.pk) if by.pk is not None else blocks
    return set(own.values_list("player_id", flat=True))


def declined_by(tournament: Tournament, players: Iterable[Player]) -> set[int]:
    """Which of these players declined to play here. One query."""
    rows = EntryInvitation.objects.filter(tournament=tournament, answer=Answer.DECLINED)
    return set(rows.filter(player__in=list(players)).values_list("player_id", flat=True))


def refusals(
    tournament: Tournament, players: Iterable[Player], by: Viewer | None
) -> dict[int, str]:
    """By player, why `by` may not enter them. Two queries, none if nobody has a login."""
    others = _others(tournament, players, by)
    if not others or by is None:
        return {}
    declined = dict.fromkeys(declined_by(tournament, others), has_declined())
    return declined | dict.fromkeys(blocked_by(tournament, others, by), cannot_be_entered())


def cannot_be_entered() -> str:
    return _("You cannot enter this player. They can enter themselves.")


def has_declined() -> str:
    return _("This player declined the invitation. They can still enter themselves.")


def require_not_invited(tournament: Tournament, who: Applicant) -> None:
    """Refused: already_invited."""
    before = latest_entry(tournament, who.player)
    if before is not None and before.status == Entry.Status.INVITED:
        raise DomainError("already_invited", _("This entry is already waiting for an answer."))


def invite(
    tournament: Tournament,
    asked: Iterable[tuple[Entry, Player]],
    *,
    by: Viewer | None,
    now: datetime,
) -> None:
    """Invite these players; each gets one email for a tournament. A fixed number of statements."""
    pairs = list(asked)
    if not pairs:
        return
    here = EntryInvitation.objects.filter(tournament=tournament)
    before = {(row.entry_id, row.player_id): row for row in here.filter(answer=Answer.OPEN)}
    emailed = set(here.exclude(email_at=None, emailed_at=None).values_list("player_id", flat=True))
    rows = []
    for entry, player in pairs:
        row = before.get((entry.pk, player.pk)) or EntryInvitation(
            tournament=tournament, entry=entry, player=player
        )
        row.by, row.at = by if isinstance(by, User) else None, now
        if player.pk not in emailed:
            row.email_at = now
        rows.append(row)
    EntryInvitation.objects.bulk_update(
        [row for row in rows if row.pk], ["by", "at", "email_at"], batch_size=500
    )
    EntryInvitation.objects.bulk_create([row for row in rows if not row.pk], batch_size=1000)


def accept_own(entry: Entry, user: Viewer | None, now: datetime) -> None:
    """Accept the user's own invitation, since they have entered themselves."""
    if user is None or user.pk is None:
        return
    rows = EntryInvitation.objects.filter(entry=entry, player__user=user.pk)
    rows.exclude(answer=Answer.ACCEPTED).update(answer=Answer.ACCEPTED, answered_at=now)


def awaiting(entry: Entry) -> tuple[Player, ...]:
    """The players of an entry who have not accepted."""
    plays = Q(player=entry.player_id) | Q(player__in=entry.members.values("player"))
    rows = EntryInvitation.objects.filter(plays, entry=entry).exclude(answer=Answer.ACCEPTED)
    return tuple(row.player for row in rows.select_related("player"))


def open_invitation(tournament: Tournament, player: Player) -> int | None:
    """The id of the invitation that this player can accept here. One query."""
    rows = EntryInvitation.objects.filter(tournament=tournament, player=player, answer=Answer.OPEN)
    invited = rows.filter(entry__status=Entry.Status.INVITED).order_by("pk")
    return invited.values_list("pk", flat=True).first()


def withdraw_invitation(entry: Entry, player: Player, *, is_no: bool) -> None:
    """After a player left: entering them again needs a new invitation, or is refused if the player declined."""
    answer = Answer.DECLINED if is_no else Answer.OPEN
    left = {"answer": answer, "answered_at": None, "email_at": None}
    of = {"tournament_id": entry.tournament_id, "at": entry.entered_at}
    EntryInvitation.objects.update_or_create(
        entry=entry, player=player, defaults=left, create_defaults=of
    )
