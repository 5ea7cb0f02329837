"""The entries of a tournament as rows."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tournaments.bracket.selectors.lists import entrant_ref, player_ref
from tournaments.bracket.selectors.rows import EntryRow, PlayerRef
from tournaments.bracket.selectors.viewer import entries_of
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, EntryMember, Stage, Tournament

SHOWN = (Entry.Status.ACTIVE, Entry.Status.INVITED)
Playing = dict[int, tuple[PlayerRef, ...]]


def entry_rows(tournament: Tournament, viewer: Viewer) -> list[EntryRow]:
    """In order of the draw once drawn, of seed and entry before, then the invited; entries that left before the start are
    not shown.

    Two queries, three for a signed-in viewer, one more for the members of pairs or teams.
    """
    order = Stage.objects.filter(tournament=tournament, number=1).values_list(
        "seed_order", flat=True
    )
    numbers = {entry: n for n, entry in enumerate(order.first() or [], start=1)}
    entries = tournament.entries.select_related("player").order_by("entered_at", "id")
    mine = entries_of(viewer, tournament)
    playing = _playing(tournament)
    shown = [e for e in entries if e.status in SHOWN or e.pk in numbers]
    rows = [_row(e, numbers, mine, playing) for e in shown]
    return sorted(rows, key=_in_order)


def _in_order(row: EntryRow) -> tuple[bool, int, bool, int]:
    return row.status == Entry.Status.INVITED, row.number or 0, row.seed is None, row.seed or 0


def _playing(tournament: Tournament) -> Playing:
    """The members of each pair or team, in order of the boards; no query where all play alone."""
    playing: Playing = {}
    if tournament.entry_kind == Tournament.EntryKind.SINGLE:
        return playing
    members = EntryMember.objects.filter(entry__tournament=tournament).select_related("player")
    for member in members.order_by("entry_id", "board"):
        playing[member.entry_id] = (*playing.get(member.entry_id, ()), player_ref(member.player))
    return playing


def _row(
    entry: Entry, numbers: dict[int, int], mine: Collection[int], playing: Playing
) -> EntryRow:
    return EntryRow(
        id=entry.pk,
        player=entrant_ref(entry),
        seed=entry.seed,
        number=numbers.get(entry.pk),
        status=entry.status,
        status_label=entry.get_status_display(),
        entered_at=entry.entered_at,
        is_mine=entry.pk in mine,
        members=playing.get(entry.pk, ()),
    )


@dataclass(frozen=True, slots=True)
class EntryDetail:
    """What a director sees of an entry besides its row: club and family in one, its members, in order of the boards, and its
    rating as entered, which only the desk shows."""

    labels: str
    members: tuple[str, ...]
    rating: str = ""


def details_of(entry_ids: Iterable[int]) -> dict[int, EntryDetail]:
    """The details of these entries. Two queries."""
    ids = list(entry_ids)
    playing: dict[int, list[str]] = {}
    members = EntryMember.objects.filter(entry__in=ids).select_related("player")
    for member in members.order_by("entry_id", "board"):
        playing.setdefault(member.entry_id, []).append(member.player.name)
    labels = Entry.objects.filter(pk__in=ids).values_list("pk", "club", "family", "rating")
    return {
        pk: EntryDetail(
            " · ".join(label for label in (club, family) if label),
            tuple(playing.get(pk, ())),
            "" if rating is None else f"{rating:g}",
        )
        for pk, club, family, rating in labels
    }


def members_of(entry: Entry) -> list[EntryMember]:
    """The members of a pair or a team, in the order of the boards. One query."""
    return list(entry.members.select_related("player").order_by("board"))
