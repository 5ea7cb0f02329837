"""The draw room of the next part of a stage: who meets whom in it, with scores, and what to look at before it is published."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.names import titles_of
from tournaments.bracket.selectors.next_draw import NextDraw, known_sources, next_draw
from tournaments.bracket.selectors.pairing_requests import (
    RequestRow,
    request_rows,
    request_stage,
)
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.core import pairing_texts
from tournaments.core.format_texts import format_name
from tournaments.core.round_names import full_round_name, section_name
from tournaments.desk.selectors.draw_rows import (
    NOBODY,
    EarlyMeetings,
    MeetingRows,
    NameList,
    PartRows,
    SeatMarks,
    SeatRow,
    entry_ratings,
    label_set,
    name_list,
    part_rows,
    protection_lines,
    seat_row,
)
from tournaments.formats.base import Entry as EntryId
from tournaments.formats.base import EntryRef, NoOne
from tournaments.formats.by_hand import Pair, Remark, check_pairs
from tournaments.formats.draw_preview import BY_HAND, DrawPart, Pods, clashes, draw_parts
from tournaments.formats.history import paired
from tournaments.formats.registry import FORMATS
from tournaments.formats.requests import MUST_NOT_MEET
from tournaments.models import Entry, PairingRequest, Stage
from tournaments.setup.selectors.rule_card import apart_texts
from web.bidi import isolate

LASTING = (PairingRequest.Kind.LEAVES, PairingRequest.Kind.FORBIDDEN)  # kinds that go on counting


@dataclass(frozen=True, slots=True)
class PairLine:
    """A pairing of a round: one player where it is a bye. `points` are those before the round, `gap` is that of the ratings."""

    number: int
    seats: tuple[SeatRow, ...]
    points: tuple[str, ...]
    gap: int | None
    warnings: tuple[str, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """Pairings whose better player has the same score; the title is empty where nobody has one."""

    title: str
    lines: tuple[PairLine, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a pairing was made, in sentences."""

    names: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextDrawRoom:
    """The page. A round has `groups`, a bracket and a new stage have `parts`; `later` pairings of a bracket depend on
    results."""

    draw: NextDraw
    title: str
    bracket: str
    groups: tuple[ScoreGroup, ...]
    parts: tuple[PartRows, ...]
    later: int
    matches: int
    byes: NameList
    rematches: NameList
    floats: NameList
    second_byes: NameList
    forbidden: NameList
    clubmates: EarlyMeetings
    countrymen: EarlyMeetings
    apart: frozenset[str]
    protection: tuple[str, ...]
    acceleration: str
    takes_requests: bool
    requests: tuple[RequestRow, ...]
    swaps: tuple[tuple[str, str], ...]
    explanations: tuple[Explanation, ...]
    is_online: bool
    is_new_stage: bool

    @property
    def warnings(self) -> int:
        """How many things are to be looked at."""
        counts = (
            self.rematches.count,
            self.second_byes.count,
            self.forbidden.count,
            "club" in self.apart and self.clubmates.count,
            "country" in self.apart and self.countrymen.count,
        )
        return sum(bool(count) for count in counts)

    @property
    def count(self) -> int:
        return self.matches + self.byes.count + self.later


def next_draw_room(stage: Stage) -> NextDrawRoom:
    """`count` is 0 where there is nothing to draw. The number of queries does not depend on the entries."""
    tournament = stage.tournament
    draw = next_draw(stage)
    shown, position = draw.proposal, draw.proposal.position
    growth = known_sources(shown.growth, position)
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(pk__in=draw.entries).select_related("player")
    }
    is_tree = FORMATS[stage.format].counts == "knockout"
    takes_requests = request_stage(tournament.agreed) == stage.number
    pairs = [_pair(node.sources) for node in growth.blueprint.nodes]
    seated = [pair for pair in pairs if pair is not None]
    in_parts = is_tree or stage.is_undrawn
    if in_parts:
        parts = draw_parts(growth.blueprint, position.entrants.entries, is_tree=is_tree)
    else:
        parts = [DrawPart("round", "", _pods(seated))]
    clubs = {pk: label_set(entry.club) for pk, entry in entries.items()}
    lands = {pk: label_set(str(entry.player.country or "")) for pk, entry in entries.items()}
    by_club, by_country = clashes(parts, clubs), clashes(parts, lands)
    if len(set(lands.values())) < 2:
        by_country = []
    marks = SeatMarks(
        seeded={},
        ratings=entry_ratings(tournament, entries),
        owing={},
        missing=NOBODY,
        own=frozenset(pk for pair in by_club for pk in pair),
        swapped=frozenset(pk for swap in draw.kept.own_swaps for pk in swap),
    )
    is_grouped = any(part.kind == "group" for part in parts)
    first = seated if is_grouped else first_pairs(parts)
    remarks = check_pairs(first, (), position, scores=shown.scores)
    meetings = MeetingRows(
        parts,
        entries,
        levels=shown.scores,
        met=frozenset(paired(position.blueprint.nodes, position.decisions)),
    )
    titles = {pk: isolate(entry.title) for pk, entry in entries.items()}
    of_round = _RoundLines(draw, entries, marks, remarks, FORMATS[stage.format].counts)
    return NextDrawRoom(
        draw=draw,
        title=_title(stage, draw),
        bracket=_bracket(draw) if is_tree else "",
        groups=() if in_parts else of_round.groups(seated),
        parts=tuple(part_rows(part, entries, marks) for part in parts) if in_parts else (),
        later=sum(pair is None for pair in pairs) if is_tree else 0,
        matches=sum(other is not None for _first, other in first),
        byes=name_list(titles[entry] for entry, other in first if other is None and not is_grouped),
        rematches=_named(remarks, "rematch", titles),
        floats=_named(remarks, "gap", titles),
        second_byes=_named(() if is_tree else remarks, "second_bye", titles),
        forbidden=name_list(
            " – ".join(titles[entry] for entry in remark.entries)
            for remark in remarks
            if any(is_forbidden(label) for label in _labels(remark))
        ),
        clubmates=meetings.rows(by_club, clubs, "club"),
        countrymen=meetings.rows(by_country, lands, "country"),
        apart=frozenset(tournament.agreed.get("apart") or ()),
        protection=protection_lines(tournament),
        acceleration=_acceleration(stage, draw),
        takes_requests=takes_requests,
        requests=requests_ahead(request_rows(tournament), draw.kept.part) if takes_requests else (),
        swaps=tuple(
            (entries[a].title, entries[b].title)
            for a, b in draw.kept.own_swaps
            if a in entries and b in entries
        ),
        explanations=() if in_parts else of_round.explanations(seated, titles_of(tournament)),
        is_online=is_online(tournament),
        is_new_stage=stage.is_undrawn,
    )


def requests_ahead(rows: Iterable[RequestRow], number: int) -> tuple[RequestRow, ...]:
    """The requests that have a part in this round or a later one."""
    return tuple(
        row for row in rows if row.kind in LASTING or row.round is None or row.round >= number
    )


def is_forbidden(label: str) -> bool:
    return label.partition(":")[0] == MUST_NOT_MEET


def first_pairs(parts: Iterable[DrawPart]) -> list[Pair]:
    """The pairings of these parts that have a player, a bye with None."""
    return [
        (pair[0], pair[1] if len(pair) > 1 else None)
        for part in parts
        for pod in part.pods
        for pair in pod
    ]


class _RoundLines:
    """Makes the lines of a round of pairs."""

    def __init__(
        self,
        draw: NextDraw,
        entries: Mapping[int, Entry],
        marks: SeatMarks,
        remarks: Sequence[Remark],
        counts: str,
    ) -> None:
        self.draw, self.entries, self.marks, self.counts = draw, entries, marks, counts
        self.remarks: dict[frozenset[EntryId], list[Remark]] = {}
        for remark in remarks:
            self.remarks.setdefault(frozenset(remark.entries), []).append(remark)

    def groups(self, pairs: Sequence[Pair]) -> tuple[ScoreGroup, ...]:
        lines: dict[str, list[PairLine]] = {}
        for number, pair in enumerate(pairs, start=1):
            line = self._line(number, pair)
            lines.setdefault(max(line.points, key=_as_number, default=""), []).append(line)
        return tuple(
            ScoreGroup(self._group_title(points), tuple(of)) for points, of in lines.items()
        )

    def explanations(
        self, pairs: Sequence[Pair], titles: Mapping[int, str]
    ) -> tuple[Explanation, ...]:
        rows = []
        for pair in pairs:
            names = [titles.get(entry, "?") for entry in pair if entry is not None]
            notes = self.draw.proposal.notes(pair)
            by_hand = [_("Paired by hand.")] if notes.get("by") == BY_HAND["by"] else []
            how = by_hand or pairing_texts.sentences(
                notes, self.counts, names, dict(titles), for_directors=True
            )
            if how:
                rows.append(Explanation(tuple(names), tuple(how)))
        return tuple(rows)

    def _line(self, number: int, pair: Pair) -> PairLine:
        both = [entry for entry in pair if entry is not None]
        seats = tuple(seat_row(self.entries[entry], self.marks) for entry in both)
        ratings = [seat.rating for seat in seats if seat.rating is not None]
        warnings, remarks = self._remarks(both)
        return PairLine(
            number=number,
            seats=seats,
            points=self._points(pair, both),
            gap=abs(ratings[0] - ratings[1]) if len(ratings) == 2 else None,
            warnings=tuple(warnings),
            remarks=tuple(remarks),
        )

    def _points(self, pair: Pair, both: Sequence[EntryId]) -> tuple[str, ...]:
        scores = self.draw.proposal.scores
        if scores:
            return tuple(pairing_texts.score_text(scores[e], self.counts) for e in both)
        return pairing_texts.scores_before(self.draw.proposal.notes(pair), self.counts)

    def _remarks(self, both: Collection[EntryId]) -> tuple[list[str], list[str]]:
        warnings, remarks = [], []
        for remark in self.remarks.get(frozenset(both), ()):
            if remark.code == "rematch":
                warnings.append(_("Rematch"))
            elif remark.code == "label":
                warnings.extend(shared_label(label) for label in _labels(remark))
            elif remark.code == "second_bye":
                warnings.append(_("Second bye"))
            elif remark.code == "gap":
                remarks.append(_("Different scores"))
        if self.draw.proposal.notes(_as_pair(both)).get("wished"):
            remarks.append(_("On request"))
        return warnings, remarks

    def _group_title(self, points: str) -> str:
        if not points:
            return ""
        if self.counts == "lives":
            return _("Lives: %(lives)s") % {"lives": points}
        return _("Points: %(points)s") % {"points": points}


def shared_label(label: str) -> str:
    """What two share who should be kept apart, in a word or two."""
    if is_forbidden(label):
        return _("Must not meet")
    return apart_texts().get(label.partition(":")[0]) or _("Should be kept apart")


def _as_pair(both: Collection[EntryId]) -> Pair:
    first, *others = both
    return first, others[0] if others else None


def _acceleration(stage: Stage, draw: NextDraw) -> str:
    """Which of the accelerated rounds this is; empty where it is none."""
    rounds = stage.options.get("accelerated") or 0
    if draw.kept.part > rounds:
        return ""
    return _("Accelerated round %(number)d of %(count)d") % {
        "number": draw.kept.part,
        "count": rounds,
    }


def _labels(remark: Remark) -> list[str]:
    labels = remark.data.get("labels")
    return [str(label) for label in labels] if isinstance(labels, list) else []


def _as_number(points: str) -> tuple[int, str]:
    """Points as they stand in a text, by size: 2½ is more than 2."""
    whole = "".join(letter for letter in points.partition("–")[0] if letter in "0123456789")
    return int(whole or 0), points


def _pair(sources: Sequence[Any]) -> Pair | None:
    """The players of a pairing; None where an earlier result decides, and where nobody is."""
    both = [source.entry for source in sources if isinstance(source, EntryRef)]
    if not both or not all(isinstance(source, EntryRef | NoOne) for source in sources):
        return None
    return both[0], both[1] if len(both) > 1 else None


def _pods(pairs: Iterable[Pair]) -> Pods:
    return tuple((tuple(entry for entry in pair if entry is not None),) for pair in pairs)


def _named(remarks: Iterable[Remark], code: str, titles: Mapping[int, str]) -> NameList:
    return name_list(
        " – ".join(titles.get(entry, "?") for entry in remark.entries)
        for remark in remarks
        if remark.code == code
    )


def _title(stage: Stage, draw: NextDraw) -> str:
    """What is drawn: Last chance, Round 4, Next bracket, Knockout."""
    if stage.is_undrawn:
        return format_name(stage.format)
    plans = draw.proposal.growth.blueprint.rounds
    sections = list(dict.fromkeys(plan.section for plan in plans))
    if not plans or FORMATS[stage.format].counts == "knockout":
        return _bracket(draw) or _("Next bracket")
    if len({plan.number for plan in plans}) == 1 and len(sections) == 1:
        return full_round_name(plans[0].name, plans[0].section)
    return _("Next round")


def _bracket(draw: NextDraw) -> str:
    standing = [plan.section for plan in draw.proposal.position.blueprint.rounds]
    plans = draw.proposal.growth.blueprint.rounds
    sections = list(dict.fromkeys(plan.section for plan in plans))
    return section_name(sections[0], (*standing, *sections)) if sections else ""
