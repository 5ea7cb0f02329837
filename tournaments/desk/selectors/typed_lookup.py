"""Which pairing a typed result means: by a table's number, a pairing's name, or part of a player's name.

At the desk of an event all tournaments are searched at once. Where a name occurs in two of them, the tournament's
name comes before it: `Open QF 2 7-4`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.bracket import pairings_among
from tournaments.bracket.selectors.rows import PairingRow, SlotRow
from tournaments.desk.selectors.desk_scope import DeskTournament
from tournaments.models import Pairing, Slot, TableUse
from web.folding import fold

MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class TypedScore:
    """`which` is a table's number, a pairing's name, or part of a player's name; with a player's name, that player's
    points are first in `score`."""

    text: str
    which: str
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ResolvedResult:
    """The pairing, its winner and the score; or why there is none (`refused`). `at` is the tournament.

    `winner` is the id of an entry, or None: the session is tied.
    """

    at: DeskTournament | None = None
    row: PairingRow | None = None
    round_name: str = ""
    table: int | None = None
    winner: int | None = 0
    score: Mapping[int, int] = field(default_factory=dict)
    text: str = ""
    refused: str = ""
    is_session: bool = False

    @property
    def stands(self) -> bool:
        """Is that the result of the pairing already?"""
        slots = self.row.slots if self.row is not None else ()
        scores = {slot.entry: slot.score for slot in slots}
        winner = next((slot.entry for slot in slots if slot.is_winner), None)
        is_over = self.row is not None and self.row.state == "done"
        return is_over and scores == dict(self.score) and winner == self.winner


def resolve(scope: Sequence[DeskTournament], typed: TypedScore) -> ResolvedResult:
    """`scope` is what `load_names` returns. At most three queries besides those of the row, whatever the number of
    tournaments."""
    scope, which = _where(scope, fold(typed.which).strip())
    of = {at.tournament.pk: at for at in scope}
    squeezed = "".join(which.split())
    table, pairing = _at_table(of, squeezed)
    first: int | None = None
    if pairing is None:
        called = _named(of, squeezed)
        if len(called) > 1:
            values = {
                "which": typed.which,
                "names": ", ".join(at.short for pk, at in of.items() if pk in called),
            }
            text = _(
                "%(which)s: found in more than one tournament (%(names)s). Type the "
                "tournament name first."
            )
            return ResolvedResult(refused=text % values)
        pairing = next(iter(called.values()), None)
    if pairing is None:
        people = _of_player(of, which)
        if len(people) > 1:
            listed = ", ".join(name for _entry, name, _p in people[:MOST_NAMED])
            text = _("More than one player fits: %(names)s. Type more of the name.")
            return ResolvedResult(refused=text % {"names": listed})
        if people:
            first, _name, pairing = people[0]
    if pairing is None:
        return ResolvedResult(
            refused=_("No open pairing found: %(which)s.") % {"which": typed.which}
        )
    drawn = [(at.tournament, at.parts.names) for at in scope]
    (round_row,) = pairings_among(drawn, AnonymousUser(), [pairing])
    at = next(desk for desk in scope if round_row.id in desk.parts.names.rounds)
    row = round_row.pairings[0]
    judge = _session if round_row.is_session else _judged
    judged = judge(
        typed, row, round_row.full_name or round_row.name, round_row.length, table, first
    )
    return replace(judged, at=at, is_session=round_row.is_session)


def _where(scope: Sequence[DeskTournament], which: str) -> tuple[Sequence[DeskTournament], str]:
    """The tournaments to search, and what to search for: only one tournament where its name comes first."""
    for at in scope:
        short = fold(at.short)
        if short and which.startswith(f"{short} "):
            return [at], which[len(short) :].strip()
    return scope, which


def _judged(
    typed: TypedScore,
    row: PairingRow,
    round_name: str,
    length: int,
    table: int | None,
    first: int | None,
) -> ResolvedResult:
    two = _two(row, first)
    if len(two) < 2:
        return ResolvedResult(
            None, row, round_name, refused=_("The players of this pairing are not known yet.")
        )
    score = {slot.entry or 0: points for slot, points in zip(two, typed.score, strict=True)}
    winner = max(score, key=lambda entry: score[entry])
    best = max(two, key=lambda slot: score[slot.entry or 0])
    other = min(two, key=lambda slot: score[slot.entry or 0])
    high, low = max(typed.score), min(typed.score)
    if high == low:
        text = _("This match cannot end in a tie. Check the score.")
        return ResolvedResult(None, row, round_name, table, refused=text)
    if row.boards:
        text = _("Open the team match to enter its result.")
        return ResolvedResult(None, row, round_name, table, refused=text)
    if high != length or low >= length:
        text = _("The winner of this match needs %(n)d, the loser fewer.")
        return ResolvedResult(None, row, round_name, table, refused=text % {"n": length})
    sentence = _("%(winner)s wins %(high)d–%(low)d, opponent: %(loser)s") % {
        "winner": best.player.name if best.player else "",
        "loser": other.player.name if other.player else "",
        "high": high,
        "low": low,
    }
    return ResolvedResult(None, row, round_name, table, winner, score, sentence)


def _session(
    typed: TypedScore,
    row: PairingRow,
    round_name: str,
    games: int,
    table: int | None,
    first: int | None,
) -> ResolvedResult:
    """As `_judged`, for a session of so many games (T5.6): more points win it, equal points tie it."""
    two = _two(row, first)
    if len(two) < 2:
        return ResolvedResult(
            None, row, round_name, refused=_("The players of this pairing are not known yet.")
        )
    if sum(typed.score) < games:
        text = _("The score is too low. Games: %(n)s, each worth at least 1 point.")
        return ResolvedResult(None, row, round_name, table, refused=text % {"n": games})
    score = {slot.entry or 0: points for slot, points in zip(two, typed.score, strict=True)}
    names = [slot.player.name if slot.player else "" for slot in two]
    points_a, points_b = typed.score
    if points_a == points_b:
        text = _("%(one)s – %(other)s: tie %(n)d–%(n)d")
        sentence = text % {"one": names[0], "other": names[1], "n": points_a}
        return ResolvedResult(None, row, round_name, table, None, score, sentence)
    if points_a < points_b:
        names.reverse()
    sentence = _("%(winner)s wins %(high)d–%(low)d, opponent: %(loser)s") % {
        "winner": names[0],
        "high": max(points_a, points_b),
        "low": min(points_a, points_b),
        "loser": names[1],
    }
    winner = max(score, key=lambda entry: score[entry])
    return ResolvedResult(None, row, round_name, table, winner, score, sentence)


def _two(row: PairingRow, first: int | None) -> list[SlotRow]:
    """The slots of both players, the entry `first` first."""
    two = [slot for slot in row.slots if slot.entry is not None and slot.player is not None]
    if first is not None and len(two) == 2 and two[1].entry == first:
        two.reverse()
    return two


def _at_table(of: Mapping[int, DeskTournament], which: str) -> tuple[int | None, int | None]:
    """The pairing that is played at the table of that number."""
    if not (which.isascii() and which.isdigit() and len(which) < 6):
        return None, None
    use = TableUse.objects.filter(
        ended_at=None, table__number=int(which), slip__pairing__stage__tournament__in=of,
        slip__closed_at=None, slip__voided_at=None,
    )  # fmt: skip
    pairing = use.values_list("slip__pairing_id", flat=True).first()
    return (int(which), pairing) if pairing else (None, None)


def _named(of: Mapping[int, DeskTournament], which: str) -> dict[int, int]:
    """The pairing of that name in each tournament that has one, open before decided; where one is open anywhere, open
    ones only. A number alone means the only open round."""
    names = {pk: at.parts.names for at in of.values() for pk in at.parts.names.rounds}
    standing = Pairing.objects.filter(round__in=names, voided_at=None)
    listed = list(standing.only("pk", "key", "number", "round_id", "decided_at"))
    called = [
        pairing
        for pairing in listed
        if "".join(fold(names[pairing.round_id].pairing(pairing)).split()) == which
    ]
    called = called or [pairing for pairing in listed if fold(pairing.key) == which]
    if not called and which.isdigit():
        open_ones = [
            pairing
            for pairing in listed
            if pairing.decided_at is None and str(pairing.number) == which
        ]
        called = open_ones if len(open_ones) == 1 else []
    called.sort(key=lambda pairing: (pairing.decided_at is not None, -pairing.pk))
    by_tournament: dict[int, Pairing] = {}
    for pairing in called:
        by_tournament.setdefault(
            names[pairing.round_id].rounds[pairing.round_id].stage.tournament_id, pairing
        )
    on = {pk: pairing for pk, pairing in by_tournament.items() if pairing.decided_at is None}
    return {pk: pairing.pk for pk, pairing in (on or by_tournament).items()}


def _of_player(of: Mapping[int, DeskTournament], sought: str) -> list[tuple[int, str, int]]:
    """Entries in an open pairing whose name contains the text, with that pairing; whole names before parts."""
    slots = Slot.objects.filter(
        pairing__stage__tournament__in=of, pairing__decided_at=None, pairing__voided_at=None
    ).exclude(entry=None)
    columns = ("entry_id", "entry__name", "entry__player__name", "pairing_id", "entry__tournament")
    rows = [
        (entry, team or player, pairing, of[at].short)
        for entry, team, player, pairing, at in slots.values_list(*columns)
    ]
    whole = [row for row in rows if fold(row[1]) == sought]
    matches = whole or [row for row in rows if sought in fold(row[1])]
    return [
        (entry, f"{name} ({short})" if short and len(matches) > 1 else name, pairing)
        for entry, name, pairing, short in matches
    ]
