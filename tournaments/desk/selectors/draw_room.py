"""The draw room: the preview of the first draw as rows, and what a director should look at before publishing it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django_countries import countries

from accounts.rating_chips import ratings_of
from tournaments.bracket.selectors.draw_preview import DrawPreview, draw_preview
from tournaments.bracket.selectors.lists import entrant_ref
from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.bracket.selectors.venue_mode import is_online, rating_pool_of
from tournaments.core.money_texts import amount_text
from tournaments.core.round_names import round_name, section_name
from tournaments.entry.selectors.invitations import unanswered_before_start
from tournaments.formats.apart import NONE
from tournaments.formats.base import MAIN, NoOne
from tournaments.formats.draw_preview import DrawPart, Swap, clashes, draw_parts, suggested_swap
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, Tournament
from tournaments.money.selectors.accounts import accounts
from tournaments.venue.selectors.check_in import missing_before_start
from web.bidi import isolate

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
class DrawRoom:
    """The page. `warnings` counts what is to be looked at; `numbers` are the draws that were shown."""

    preview: DrawPreview
    parts: tuple[PartRows, ...]
    players: tuple[tuple[int, str], ...]
    clubmates: EarlyMeetings
    countrymen: EarlyMeetings
    keeps_countries_apart: bool
    owing: NameList
    missing: NameList
    unanswered: NameList
    byes: int
    matches: int
    first_round: str
    next_round: str
    is_online: bool
    swaps: tuple[tuple[str, str], ...]

    @property
    def warnings(self) -> int:
        counts = (
            self.owing.count,
            self.missing.count,
            self.unanswered.count,
            self.clubmates.count,
            self.keeps_countries_apart and self.countrymen.count,
        )
        return sum(bool(count) for count in counts)

    @property
    def averages(self) -> tuple[int, int] | None:
        """The lowest and the highest average rating of a part, where there are several."""
        averages = [part.average for part in self.parts if part.average is not None]
        return (min(averages), max(averages)) if len(averages) > 1 else None

    @property
    def has_clubs(self) -> bool:
        return any(entry.club for entry in self.preview.entries.values())

    @property
    def field(self) -> str:
        """The entries that were shown, for the answer when they have changed."""
        return ",".join(str(entry) for entry in sorted(self.preview.entries))


def draw_room(tournament: Tournament) -> DrawRoom | None:
    """None before the first look and with less than two entries. The number of queries does not depend on the entries."""
    preview = draw_preview(tournament)
    if preview is None:
        return None
    entries = preview.entries
    is_tree = FORMATS[preview.format].counts == "knockout"
    parts = draw_parts(preview.growth.blueprint, preview.order, is_tree=is_tree)
    clubs = {pk: _label(entry.club) for pk, entry in entries.items()}
    lands = {pk: _label(str(entry.player.country or "")) for pk, entry in entries.items()}
    by_club, by_country = clashes(parts, clubs), clashes(parts, lands)
    seeded = _seeds_shown(tournament, preview)
    fixed = frozenset(seeded) if tournament.draw_method == Tournament.DrawMethod.SEEDED else NOBODY
    marks = SeatMarks(
        seeded=seeded,
        ratings=_ratings(tournament, entries),
        owing=_owing(tournament, entries),
        missing=_missing(tournament, entries),
        own=frozenset(pk for pair in by_club for pk in pair),
        swapped=frozenset(pk for swap in preview.kept.own_swaps for pk in swap),
    )
    few_owe = 2 * len(marks.owing) <= len(entries)  # a mark at every name would say nothing
    pairs = [pair for part in parts for pod in part.pods for pair in pod]
    is_grouped = any(part.kind == "group" for part in parts)
    countrymen = by_country if len(set(lands.values()) - {NONE}) > 1 else []
    return DrawRoom(
        preview=preview,
        parts=tuple(
            _part_rows(part, entries, marks if few_owe else replace(marks, owing={}))
            for part in parts
        ),
        players=tuple(sorted(((pk, e.title) for pk, e in entries.items()), key=_by_name)),
        clubmates=_meetings(parts, by_club, clubs, fixed, entries, "club"),
        countrymen=_meetings(parts, countrymen, lands, fixed, entries, "country"),
        keeps_countries_apart="country" in (tournament.agreed.get("apart") or ()),
        owing=_names(f"{isolate(entries[pk].title)} {owes}" for pk, owes in marks.owing.items()),
        missing=_names(isolate(entries[pk].title) for pk in entries if pk in marks.missing),
        unanswered=_names(
            isolate(row.name)
            for row in unanswered_before_start(tournament)
            if row.id not in entries
        ),
        byes=0 if is_grouped else sum(len(pair) == 1 for pair in pairs),
        matches=_first_matches(preview) if is_grouped else sum(len(pair) == 2 for pair in pairs),
        first_round=_round_name(preview, 1),
        next_round=_round_name(preview, 2) if is_tree else "",
        is_online=is_online(tournament),
        swaps=tuple(
            (entries[a].title, entries[b].title)
            for a, b in preview.kept.own_swaps
            if a in entries and b in entries
        ),
    )


@dataclass(frozen=True, slots=True)
class SeatMarks:
    """What stands beside the names, by entry."""

    seeded: Mapping[int, int]
    ratings: Mapping[int, tuple[int, bool]]
    owing: Mapping[int, str]
    missing: frozenset[int]
    own: frozenset[int]
    swapped: frozenset[int]


def _part_rows(part: DrawPart, entries: Mapping[int, Entry], marks: SeatMarks) -> PartRows:
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
            tuple(tuple(_seat(entries[pk], marks) for pk in pair) for pair in pod)
            for pod in part.pods
        ),
    )


def _seat(entry: Entry, marks: SeatMarks) -> SeatRow:
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


def _meetings(
    parts: Sequence[DrawPart],
    pairs: Sequence[Swap],
    labels: Labels,
    fixed: frozenset[int],
    entries: Mapping[int, Entry],
    kind: str,
) -> EarlyMeetings:
    rows = []
    for pair in pairs[:CURED]:
        first, second = (entries[pk] for pk in pair)
        swap = suggested_swap(parts, labels, pair, fixed)
        shared = first.club if kind == "club" else str(countries.name(str(first.player.country)))
        names = (entries[swap[0]].title, entries[swap[1]].title) if swap else None
        rows.append(EarlyMeeting(first.title, second.title, shared, swap, names))
    return EarlyMeetings(tuple(rows), len(pairs))


def _seeds_shown(tournament: Tournament, preview: DrawPreview) -> dict[int, int]:
    """The seeds that have an effect on this draw."""
    seeds = {pk: seed for pk, seed in preview.seeds.items() if pk in preview.entries}
    if tournament.draw_method == Tournament.DrawMethod.RANDOM:
        return {}
    ranked = sorted(seeds, key=lambda pk: seeds[pk])
    top = tournament.seeded_top if tournament.draw_method == Tournament.DrawMethod.SEEDED else None
    return {pk: seeds[pk] for pk in (ranked if top is None else ranked[:top])}


def _ratings(tournament: Tournament, entries: Mapping[int, Entry]) -> dict[int, tuple[int, bool]]:
    """The rating that was entered for an entry, else that of a single player in the pool in which this tournament counts; and
    whether it is provisional."""
    entered = {pk: (round(e.rating), False) for pk, e in entries.items() if e.rating is not None}
    if tournament.entry_kind != Tournament.EntryKind.SINGLE:
        return entered
    pool = rating_pool_of(tournament)
    figures = ratings_of({entry.player_id for entry in entries.values()})
    rated = {pk: figures.get((entry.player_id, pool)) for pk, entry in entries.items()}
    return {pk: (f.rating, f.is_provisional) for pk, f in rated.items() if f} | entered


def _owing(tournament: Tournament, entries: Mapping[int, Entry]) -> dict[int, str]:
    """What entries in the draw still have to pay, in words. No entry owes anything where there are no fees."""
    plan = plan_of(tournament)
    if plan is None:
        return {}
    return {
        account.entry: amount_text(account.owes, plan.currency)
        for account in accounts(tournament, plan)
        if account.owes > 0 and account.entry in entries
    }


def _missing(tournament: Tournament, entries: Mapping[int, Entry]) -> frozenset[int]:
    """Entries in the draw that are not checked in, where the tournament checks in."""
    attendance = missing_before_start(tournament)
    rows = attendance.missing if attendance else ()
    return frozenset(row.id for row in rows if row.id in entries)


def _first_matches(preview: DrawPreview) -> int:
    """How many matches of two players the first rounds of all groups have."""
    plan = preview.growth.blueprint
    first = {r.section: r.number for r in reversed(plan.rounds)}
    numbers = set(first.values())
    return sum(n.round in numbers and NoOne() not in n.sources for n in plan.nodes)


def _round_name(preview: DrawPreview, number: int) -> str:
    """The name of a round of the main draw; empty where it is not drawn yet."""
    named = (r for r in preview.growth.blueprint.rounds if r.number == number and r.section == MAIN)
    return next((round_name(r.name, r.section) for r in named), "")


def _names(names: Iterable[str]) -> NameList:
    listed = tuple(names)
    return NameList(listed[:NAMED], len(listed))


def _label(text: str) -> frozenset[str]:
    folded = text.strip().casefold()
    return frozenset({folded}) if folded else NONE


def _by_name(row: tuple[int, str]) -> tuple[str, int]:
    return row[1].casefold(), row[0]
