"""The matches of an event that are being played, online and over the board, with the scores that the viewer may see.

As many queries for many tournaments as for one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q, Sum

from games.models import Match
from tournaments.bracket.selectors.bracket import pairings_among
from tournaments.bracket.selectors.change_key import NOT_PLAYING
from tournaments.bracket.selectors.lists import on_the_board
from tournaments.bracket.selectors.outline import Outline, RoundHead
from tournaments.bracket.selectors.rows import PairingRow, RoundRow
from tournaments.core.permissions import Viewer
from tournaments.core.round_names import section_name
from tournaments.event.selectors.winners import LETTERS
from tournaments.formats.base import MAIN
from tournaments.models import Pairing, PairingMatch, Slip, Tournament

SHOWN = 8
FINALS = ("grand_final_reset", "grand_final", "final")


@dataclass(frozen=True, slots=True)
class LivePairing:
    """A pairing that is being played. `letter` and `section` name its draw where there are several of the tournament."""

    row: PairingRow
    slug: str
    tournament: str
    round: str
    letter: str
    section: str


@dataclass(frozen=True, slots=True)
class ReadPairings:
    """What is being played, and how the final of the leading tournament ended."""

    live: tuple[LivePairing, ...]
    final: PairingRow | None


def live_key(tournaments: Sequence[Tournament]) -> str:
    """Changes with the scores of matches that are being played. One query; none where nothing is.

    Where spectators see matches late, only how many have ended counts: everybody can read the key.
    """
    running = [row for row in tournaments if row.status == Tournament.Status.RUNNING]
    if not running:
        return ""
    at_once = [row.pk for row in running if not row.spectator_delay_s]
    matches = Match.objects.filter(
        pairing_match__pairing__stage__tournament__in=running,
        pairing_match__recorded_at=None,
        pairing_match__voided_at=None,
    )
    seen = Q(pairing_match__pairing__stage__tournament__in=at_once)
    now = matches.aggregate(
        points=Sum(F("score_a") + F("score_b"), filter=seen),
        on=Count("pk", filter=seen & Q(finished_at=None) & ~Q(status__in=NOT_PLAYING)),
        over=Count("pk", filter=Q(finished_at__isnull=False)),
    )
    return "-".join(str(value or 0) for value in now.values())


def round_on(parts: Outline) -> RoundHead | None:
    """The round that is being played: of the main bracket where there are several."""
    stage = next((stage for stage in parts.stages if not stage.is_over), None)
    if stage is None:
        return None
    heads = [*stage.sections[0].rounds, *stage.rounds]
    return next((head for head in heads if head.undecided), None)


def read_pairings(
    running: Sequence[Tournament],
    finished: Tournament | None,
    outlines: Mapping[int, Outline],
    names: Mapping[int, str],
    viewer: Viewer,
) -> ReadPairings:
    """The first matches that are on, and the final of `finished`. Nine queries at most."""
    on = _playing(running)
    final = _final(outlines[finished.pk]) if finished is not None else None
    read = [t for t in (*running, *((finished,) if finished else ())) if outlines[t.pk].stages]
    wanted = [*on, *([final] if final else [])]
    drawn = [(tournament, outlines[tournament.pk].names) for tournament in read]
    rounds = pairings_among(drawn, viewer, wanted) if wanted else ()
    of = {pk: tournament for tournament, round_names in drawn for pk in round_names.rounds}
    rows = {row.id: (round_row, row) for round_row in rounds for row in round_row.pairings}
    live = [
        _live(of[rows[pk][0].id], outlines, names, *rows[pk])
        for pk in on
        if pk in rows and rows[pk][1].state != "done"
    ]
    return ReadPairings(tuple(live), rows[final][1] if final in rows else None)


def _live(
    tournament: Tournament,
    outlines: Mapping[int, Outline],
    names: Mapping[int, str],
    round_row: RoundRow,
    row: PairingRow,
) -> LivePairing:
    stage = outlines[tournament.pk].stage(round_row.stage)
    beside = [section.key for section in stage.sections] if stage else []
    several = len(beside) > 1
    return LivePairing(
        row=row,
        slug=tournament.slug,
        tournament=names[tournament.pk],
        round=round_row.name,
        letter=LETTERS.get(round_row.section, "") if several else "",
        section=section_name(round_row.section, beside) if round_row.section != MAIN else "",
    )


def _playing(running: Iterable[Tournament]) -> list[int]:
    """Pairings with a match that is on, those of the first tournament first. Two queries; none where nothing runs."""
    ids = [tournament.pk for tournament in running]
    if not ids:
        return []
    order = {pk: place for place, pk in enumerate(ids)}
    within = {"pairing__stage__tournament__in": ids, "pairing__voided_at": None, "voided_at": None}
    columns = ("pairing__stage__tournament", "pairing_id")
    by = ("pairing__stage__tournament__event_order", *columns)
    online = (
        PairingMatch.objects.filter(**within, recorded_at=None, match__finished_at=None)
        .exclude(match__status__in=NOT_PLAYING)
        .order_by(*by)
    )
    at_tables = Slip.objects.filter(on_the_board(), **within).order_by(*by)
    rows = {*online.values_list(*columns)[:SHOWN], *at_tables.values_list(*columns)[:SHOWN]}
    listed = sorted(rows, key=lambda row: (order[row[0]], row[1]))
    return [pairing for _tournament, pairing in listed][:SHOWN]


def _final(parts: Outline) -> int | None:
    """The pairing that decided a knockout. One query."""
    stage = parts.stages[-1] if parts.stages and parts.stages[-1].is_tree else None
    if stage is None:
        return None
    rounds = {
        head.row.pk: FINALS.index(head.row.name_key)
        for head in stage.rounds
        if head.row.name_key in FINALS and head.row.section in (MAIN, "final")
    }
    played = Pairing.objects.filter(round__in=rounds, voided_at=None, winner__isnull=False)
    ids = played.values_list("round_id", "pk")
    return min(((rounds[round_id], pk) for round_id, pk in ids), default=(0, None))[1]
