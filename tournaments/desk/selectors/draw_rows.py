"""Rows of a draw that is not published yet: its parts, pairings and players, and who meets somebody of their own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django_countries import countries

from accounts.rating_chips import ratings_of
from tournaments.bracket.selectors.lists import entrant_ref
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.bracket.selectors.venue_mode import rating_pool_of
from tournaments.core.round_names import section_name
from tournaments.formats.apart import NONE
from tournaments.formats.draw_preview import DrawPart, Swap, suggested_swap
from tournaments.models import Entry, Tournament
from tournaments.setup.selectors.rule_card import apart_texts

Labels = Mapping[int, frozenset[str]]
NOBODY: frozenset[int] = frozenset()
CURED = 3  # so many meetings are named, with a swap that would part the two
NAMED = 12  # so many names at most stand in a line, more are only counted


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player in the draw. `seed` is None where it has no effect, `rating` None where it is not known. `owes` is an amount
    in words; `swapped`: a director moved the player here."""

    entry: int
    player: PlayerRef
    seed: int | None
    club: str
    rating: int | None
    is_provisional: bool
    owes: str
    is_missing: bool
    meets_own: bool
    swapped: bool


@dataclass(frozen=True, slots=True)
class PartRows:
    """A part of the draw under its title: pods of pairings of one or two players. `average` is that of the known ratings."""

    title: str
    kind: str
    count: int
    average: int | None
    pods: tuple[tuple[tuple[SeatRow, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class EarlyMeeting:
    """Two who meet at once and share a club or a country; `swap` are the entries whose swap would part them."""

    first: str
    second: str
    shared: str
    swap: tuple[int, int] | None
    swap_names: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class EarlyMeetings:
    """The first of those meetings, and how many there are."""

    shown: tuple[EarlyMeeting, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class NameList:
    """The first of some names, and how many more there are."""

    shown: tuple[str, ...]
    count: int

    @property
    def more(self) -> int:
        return self.count - len(self.shown)


@dataclass(frozen=True, slots=True)
class SeatMarks:
    """What stands beside the names, by entry."""

    seeded: Mapping[int, int]
    ratings: Mapping[int, tuple[int, bool]]
    owing: Mapping[int, str]
    missing: frozenset[int]
    own: frozenset[int]
    swapped: frozenset[int]


def part_rows(part: DrawPart, entries: Mapping[int, Entry], marks: SeatMarks) -> PartRows:
    ratings = [marks.ratings[pk][0] for pk in part.entries if pk in marks.ratings]
    titles: Mapping[str, Callable[[], str]] = {
        "quarter": lambda: _("Quarter %(number)s") % {"number": part.name},
        "bracket": lambda: pgettext("drawing of matches", "Bracket"),
        "group": lambda: section_name(part.name),
        "round": lambda: _("Round %(number)s") % {"number": part.name},
    }
    return PartRows(
        title=titles[part.kind](),
        kind=part.kind,
        count=len(part.entries),
        average=round(sum(ratings) / len(ratings)) if ratings else None,
        pods=tuple(
            tuple(tuple(seat_row(entries[pk], marks) for pk in pair) for pair in pod)
            for pod in part.pods
        ),
    )


def seat_row(entry: Entry, marks: SeatMarks) -> SeatRow:
    rating, is_provisional = marks.ratings.get(entry.pk, (None, False))
    return SeatRow(
        entry=entry.pk,
        player=entrant_ref(entry),
        seed=marks.seeded.get(entry.pk),
        club=entry.club,
        rating=rating,
        is_provisional=is_provisional,
        owes=marks.owing.get(entry.pk, ""),
        is_missing=entry.pk in marks.missing,
        meets_own=entry.pk in marks.own,
        swapped=entry.pk in marks.swapped,
    )


@dataclass(frozen=True, slots=True)
class MeetingRows:
    """Makes the rows of those who meet and share something. A swap that would part them leaves `fixed` entries alone, is
    made only between entries of one level, and lets nobody meet whom they have `met`."""

    parts: Sequence[DrawPart]
    entries: Mapping[int, Entry]
    fixed: frozenset[int] = NOBODY
    levels: Mapping[int, int] = field(default_factory=dict)
    met: frozenset[frozenset[int]] = frozenset()

    def rows(self, pairs: Sequence[Swap], labels: Labels, kind: str) -> EarlyMeetings:
        """`kind` is what they share: club or country."""
        rows = []
        for pair in pairs[:CURED]:
            first, second = (self.entries[pk] for pk in pair)
            swap = self._swap(pair, labels)
            country = str(countries.name(str(first.player.country)))
            shared = first.club if kind == "club" else country
            names = (self.entries[swap[0]].title, self.entries[swap[1]].title) if swap else None
            rows.append(EarlyMeeting(first.title, second.title, shared, swap, names))
        return EarlyMeetings(tuple(rows), len(pairs))

    def _swap(self, pair: Swap, labels: Labels) -> Swap | None:
        own = {self.levels.get(entry) for entry in pair}
        others = {entry for entry in self.entries if self.levels.get(entry) not in own}
        apart = {
            entry: labels.get(entry, NONE)
            | {" ".join(map(str, sorted(both))) for both in self.met if entry in both}
            for entry in self.entries
        }
        return suggested_swap(self.parts, apart, pair, self.fixed | others)


def entry_ratings(
    tournament: Tournament, entries: Mapping[int, Entry]
) -> dict[int, tuple[int, bool]]:
    """The rating that was entered for an entry, else that of a single player in the pool in which this tournament counts; and
    whether it is provisional."""
    entered = {pk: (round(e.rating), False) for pk, e in entries.items() if e.rating is not None}
    if tournament.entry_kind != Tournament.EntryKind.SINGLE:
        return entered
    pool = rating_pool_of(tournament)
    figures = ratings_of({entry.player_id for entry in entries.values()})
    rated = {pk: figures.get((entry.player_id, pool)) for pk, entry in entries.items()}
    return {pk: (f.rating, f.is_provisional) for pk, f in rated.items() if f} | entered


def name_list(names: Iterable[str]) -> NameList:
    listed = tuple(names)
    return NameList(listed[:NAMED], len(listed))


def label_set(text: str) -> frozenset[str]:
    folded = text.strip().casefold()
    return frozenset({folded}) if folded else NONE


def protection_lines(tournament: Tournament, seeds: int = 0) -> tuple[str, ...]:
    """Who is kept apart in this draw, in sentences; `seeds` is how many seeded entries are spread over it."""
    texts = apart_texts()
    kept = [texts[name] for name in tournament.agreed.get("apart") or () if name in texts]
    lines = []
    if kept:
        lines.append(_("Kept apart where possible: %(kinds)s") % {"kinds": " · ".join(kept)})
    if seeds:
        text = ngettext("%(n)s seed has a place of its own", "%(n)s seeds are spread evenly", seeds)
        lines.append(text % {"n": seeds})
    return tuple(lines)
