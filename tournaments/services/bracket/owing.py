"""Who sits down for an entry, and the letters that are owed to them: “your match is ready” (tasks.sweep_notices pays)."""

from collections.abc import Iterable
from datetime import datetime

from accounts.models import Player
from tournaments.models import Entry, EntryMember, Notice, PairingMatch, Slip, Tournament
from tournaments.services.bracket.part import FEW


class Seated:
    """Who sits down for an entry: its player, both partners of a doubles, the player of a team's board."""

    def __init__(self, tournament: Tournament, entries: set[int]) -> None:
        self.kind = tournament.entry_kind
        few = len(entries) <= FEW
        of = {"pk__in": entries} if few else {"tournament": tournament}
        found = Entry.objects.filter(**of).select_related("player")
        self.entries = {entry.pk: entry for entry in found if entry.pk in entries}
        self.members: dict[int, list[EntryMember]] = {}
        if self.kind == Tournament.EntryKind.SINGLE:
            return
        members = EntryMember.objects.filter(entry__tournament=tournament).select_related("player")
        for member in members.order_by("entry_id", "board"):
            self.members.setdefault(member.entry_id, []).append(member)

    def at(self, entry: int, board: int) -> list[Player]:
        """The players of an entry at a board."""
        members = self.members.get(entry, [])
        if self.kind == Tournament.EntryKind.TEAM:
            members = [member for member in members if member.board == board]
        return [member.player for member in members] or [self.entries[entry].player]


def owe_matches(made: list[PairingMatch], seated: Seated, now: datetime) -> None:
    """An e-mail is owed to everybody with a login."""
    notices = [
        Notice(player=player, pairing_match=row, created_at=now)
        for row in made
        for entry in (row.entry_a_id, row.entry_b_id)
        for player in seated.at(entry, row.board)
        if player.user_id is not None
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True, batch_size=1000)


def owe_slips(tournament: Tournament, slips: Iterable[Slip], now: datetime) -> None:
    """The same to who is called to a table; once for a slip, wherever it goes then."""
    listed = list(slips)
    seated = Seated(
        tournament, {pk for slip in listed for pk in (slip.entry_a_id, slip.entry_b_id)}
    )
    notices = [
        Notice(player=player, slip=slip, created_at=now)
        for slip in listed
        for entry in (slip.entry_a_id, slip.entry_b_id)
        for player in seated.at(entry, slip.board)
        if player.user_id is not None
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True, batch_size=1000)
