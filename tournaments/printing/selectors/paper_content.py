"""What the papers of a tournament show: the head of each, the drawn stages, open pairings, and the terms of a match."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games import rule_texts
from tournaments.bracket.selectors.agreement import clock_of, is_session, rules_of
from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.bracket.selectors.names import Names
from tournaments.bracket.selectors.outline import Outline
from tournaments.bracket.selectors.rows import PairingRow, RoundRow
from tournaments.bracket.selectors.standings import entries_of
from tournaments.bracket.selectors.standings_cache import CachedTables
from tournaments.bracket.selectors.venue_mode import on_board
from tournaments.core.length_texts import length_text
from tournaments.core.money_texts import percent_text
from tournaments.core.permissions import Viewer
from tournaments.core.round_names import section_name
from tournaments.models import Event, Pairing, Tournament
from tournaments.standings.sections import TABLE_OF

ON = frozenset({"ready", "joining", "playing"})


@dataclass(frozen=True, slots=True)
class PaperTerms:
    """`strong` is the clock status in the words of draw sheets, `facts` its sentence, `paid` the shares of the
    prizes."""

    strong: str
    facts: str
    paid: str


@dataclass(frozen=True, slots=True)
class DrawnStage:
    """A drawn stage: its sections with key, title and rounds. `counts` is what its format counts."""

    number: int
    title: str
    counts: str
    sections: tuple[tuple[str, str, tuple[RoundRow, ...]], ...]


def address_of(shown: Tournament | Event) -> str:
    """The absolute URL of its public page."""
    return f"{settings.SITE_URL}{shown.get_absolute_url()}"


def terms_of(tournament: Tournament, parts: Outline, sections: Iterable[str] = ()) -> PaperTerms:
    """The terms of these sections, otherwise of all. No query."""
    wanted = set(sections)
    rounds = [row for row in parts.names.rounds.values() if not wanted or row.section in wanted]
    by_sentence: dict[str, set[tuple[int, bool]]] = {}
    for row in rounds:
        clock = clock_of(tournament, row)
        if clock is not None:
            by_sentence.setdefault(rule_texts.clock_sentence(clock), set()).add(
                (row.length, is_session(row))
            )
    is_free = any(clock_of(tournament, row) is None for row in rounds)
    if not by_sentence:
        strong = _("NO CLOCKS")
    else:
        strong = _("CLOCKS REQUIRED IN SOME ROUNDS") if is_free else _("CLOCKS REQUIRED")
    sentences = [
        f"{', '.join(length_text(n, is_session=games) for n, games in sorted(lengths))}: {sentence}"
        for sentence, lengths in by_sentence.items()
    ]
    facts = next(iter(by_sentence)) if len(by_sentence) == 1 else " ".join(sentences)
    return PaperTerms(strong if rounds else "", facts, _paid(tournament.agreed, wanted))


def _paid(agreed: dict[str, Any], wanted: set[str]) -> str:
    """The places paid: 1. 50 %, 2. 30 %, 3. 20 %."""
    lines = agreed.get("pay_table") or []
    tables = {TABLE_OF.get(section, section) for section in wanted}
    lines = [line for line in lines if not tables or line["section"] in tables]
    if not lines:
        return ""
    several = {line["section"] for line in lines}
    parts = []
    for section in dict.fromkeys(line["section"] for line in lines):
        places = ", ".join(
            f"{line['place']}. {percent_text(line['share'])}"
            for line in lines
            if line["section"] == section
        )
        name = section_name(section, several) if len(several) > 1 else ""
        parts.append(f"{name}: {places}" if name else places)
    return _("Places paid: %(places)s") % {"places": " · ".join(parts)}


def drawn_stages(
    tournament: Tournament, viewer: Viewer, parts: Outline, number: int | None = None
) -> list[DrawnStage]:
    """All drawn stages, or one. As many queries as `bracket_view`."""
    rounds = bracket_view(tournament, viewer, number)
    stages = []
    for stage in parts.stages:
        by_table: dict[str, list[RoundRow]] = {}
        for row in rounds:
            if row.stage == stage.number:
                by_table.setdefault(_sheet_of(row.section, stage.is_tree), []).append(row)
        titles = {section.key: section.title for section in stage.sections}
        if by_table:
            sections = tuple((key, titles.get(key, ""), tuple(of)) for key, of in by_table.items())
            stages.append(DrawnStage(stage.number, stage.title, stage.counts, sections))
    return stages


def _sheet_of(section: str, is_tree: bool) -> str:
    """The sheet of a section: the grand final stands on the winners' sheet; the losers' bracket has its own."""
    return "main" if is_tree and section == "final" else section


def table_heads(tournament: Tournament, number: int) -> tuple[CachedTables, dict[int, str]]:
    """The tables of a stage, and the names of all entries in them. Two queries when cached."""
    kept = CachedTables(tournament, number)
    wanted = {entry for head in kept.heads.values() for entry in head.order}
    named = entries_of(tournament, wanted) if wanted else {}
    return kept, {pk: entry.title for pk, entry in named.items()}


def open_pairings(
    rounds: Sequence[RoundRow], only: int | None = None
) -> list[tuple[RoundRow, list[PairingRow]]]:
    """The pairings of the round asked for, otherwise all that are not decided."""
    listed = []
    for row in rounds:
        if only is not None and row.id != only:
            continue
        both = [p for p in row.pairings if all(slot.player for slot in p.slots)]
        shown = both if only is not None else [p for p in both if p.state in ON]
        if only is not None:
            shown += [p for p in row.pairings if p not in both and any(s.player for s in p.slots)]
        if shown:
            listed.append((row, shown))
    return listed


def has_open_pairings(tournament: Tournament) -> bool:
    """Is there an undecided pairing of two players? One query."""
    undecided = Pairing.objects.filter(stage__tournament=tournament, outcome="", voided_at=None)
    return undecided.exclude(slots__entry=None).exists()


def with_byes(
    shown: Sequence[tuple[RoundRow, list[PairingRow]]],
) -> list[tuple[RoundRow, list[PairingRow]]]:
    """The same with the byes of these rounds, for players who are in none of their open pairings."""
    playing = {slot.entry for _row, pairings in shown for p in pairings for slot in p.slots}
    listed = []
    for row, pairings in shown:
        ids = {pairing.id for pairing in pairings}
        byes = [
            p
            for p in row.pairings
            if p.outcome == "bye"
            and p.id not in ids
            and playing.isdisjoint(slot.entry for slot in p.slots if slot.entry)
        ]
        listed.append((row, [*pairings, *byes]))
    return listed


def at_tables(
    tournament: Tournament, rounds: Iterable[tuple[RoundRow, Sequence[PairingRow]]]
) -> set[int]:
    """The ids of the pairings that are played over the board. One query online, otherwise three."""
    shown = [(row.id, pairing) for row, pairings in rounds for pairing in pairings]
    drawn = Pairing.objects.filter(round__in={pk for pk, _pairing in shown}).only("round")
    usual = on_board(tournament, drawn)
    return {
        pairing.id
        for _pk, pairing in shown
        if pairing.slip or (pairing.match is None and pairing.id in usual)
    }


def match_terms(tournament: Tournament, names: Names, round_id: int) -> tuple[str, bool]:
    """The clock of a round in a sentence, empty without one; and whether it has a Crawford game. No query."""
    row = names.rounds[round_id]
    clock = clock_of(tournament, row)
    sentence = rule_texts.clock_sentence(clock) if clock is not None else ""
    return sentence, rules_of(tournament, row).crawford
