"""The draw room: the preview of the first draw as rows, and what a director should look at before publishing it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.bracket.selectors.draw_preview import DrawPreview, draw_preview
from tournaments.bracket.selectors.pairing_requests import (
    RequestRow,
    request_rows,
    request_stage,
)
from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.core.money_texts import amount_text
from tournaments.core.round_names import round_name
from tournaments.desk.selectors.draw_rows import (
    NOBODY,
    EarlyMeetings,
    MeetingRows,
    NameList,
    PartRows,
    SeatMarks,
    entry_ratings,
    label_set,
    name_list,
    part_rows,
    protection_lines,
)
from tournaments.entry.selectors.invitations import unanswered_before_start
from tournaments.formats.apart import NONE
from tournaments.formats.base import MAIN, NoOne
from tournaments.formats.draw_preview import clashes, draw_parts
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, Tournament
from tournaments.money.selectors.accounts import accounts
from tournaments.venue.selectors.check_in import missing_before_start
from web.bidi import isolate


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
    protection: tuple[str, ...]
    takes_requests: bool
    requests: tuple[RequestRow, ...]
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
    clubs = {pk: label_set(entry.club) for pk, entry in entries.items()}
    lands = {pk: label_set(str(entry.player.country or "")) for pk, entry in entries.items()}
    by_club, by_country = clashes(parts, clubs), clashes(parts, lands)
    seeded = _seeds_shown(tournament, preview)
    fixed = frozenset(seeded) if tournament.draw_method == Tournament.DrawMethod.SEEDED else NOBODY
    marks = SeatMarks(
        seeded=seeded,
        ratings=entry_ratings(tournament, entries),
        owing=_owing(tournament, entries),
        missing=_missing(tournament, entries),
        own=frozenset(pk for pair in by_club for pk in pair),
        swapped=frozenset(pk for swap in preview.kept.own_swaps for pk in swap),
    )
    few_owe = 2 * len(marks.owing) <= len(entries)  # a mark at every name would say nothing
    pairs = [pair for part in parts for pod in part.pods for pair in pod]
    is_grouped = any(part.kind == "group" for part in parts)
    countrymen = by_country if len(set(lands.values()) - {NONE}) > 1 else []
    takes_requests = request_stage(tournament.agreed) == 1
    meetings = MeetingRows(parts, entries, fixed)
    return DrawRoom(
        preview=preview,
        parts=tuple(
            part_rows(part, entries, marks if few_owe else replace(marks, owing={}))
            for part in parts
        ),
        players=tuple(sorted(((pk, e.title) for pk, e in entries.items()), key=_by_name)),
        clubmates=meetings.rows(by_club, clubs, "club"),
        countrymen=meetings.rows(countrymen, lands, "country"),
        keeps_countries_apart="country" in (tournament.agreed.get("apart") or ()),
        owing=name_list(f"{isolate(entries[pk].title)} {owes}" for pk, owes in marks.owing.items()),
        missing=name_list(isolate(entries[pk].title) for pk in entries if pk in marks.missing),
        unanswered=name_list(
            isolate(row.name)
            for row in unanswered_before_start(tournament)
            if row.id not in entries
        ),
        byes=0 if is_grouped else sum(len(pair) == 1 for pair in pairs),
        matches=_first_matches(preview) if is_grouped else sum(len(pair) == 2 for pair in pairs),
        first_round=_round_name(preview, 1),
        next_round=_round_name(preview, 2) if is_tree else "",
        is_online=is_online(tournament),
        protection=protection_lines(tournament, len(seeded)),
        takes_requests=takes_requests,
        requests=tuple(request_rows(tournament)) if takes_requests else (),
        swaps=tuple(
            (entries[a].title, entries[b].title)
            for a, b in preview.kept.own_swaps
            if a in entries and b in entries
        ),
    )


def _seeds_shown(tournament: Tournament, preview: DrawPreview) -> dict[int, int]:
    """The seeds that have an effect on this draw."""
    seeds = {pk: seed for pk, seed in preview.seeds.items() if pk in preview.entries}
    if tournament.draw_method == Tournament.DrawMethod.RANDOM:
        return {}
    ranked = sorted(seeds, key=lambda pk: seeds[pk])
    top = tournament.seeded_top if tournament.draw_method == Tournament.DrawMethod.SEEDED else None
    return {pk: seeds[pk] for pk in (ranked if top is None else ranked[:top])}


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


def _by_name(row: tuple[int, str]) -> tuple[str, int]:
    return row[1].casefold(), row[0]
