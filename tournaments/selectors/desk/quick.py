"""Which pairing is meant by what a director typed: a table's number, a pairing's name, part of a player's name."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.quick import Typed
from tournaments.models import Pairing, Slot, TableUse, Tournament
from tournaments.selectors.shapes import PairingRow
from tournaments.selectors.tournament.bracket import pairings_view
from tournaments.selectors.tournament.names import Names, names_of

MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Meant:
    """The pairing, who would win and how; or why nothing can be done with it (`refused`)."""

    row: PairingRow | None = None
    round_name: str = ""
    table: int | None = None
    winner: int = 0
    score: Mapping[int, int] = field(default_factory=dict)
    said: str = ""
    refused: str = ""


def meant(tournament: Tournament, typed: Typed) -> Meant:
    """Six queries at most, besides those of the row."""
    names = names_of(tournament)
    which = "".join(typed.which.casefold().split())
    table, found = _at_table(tournament, which)
    first: int | None = None
    if found is None:
        found = _named(tournament, names, which)
    if found is None:
        people = _of_player(tournament, typed.which.casefold().strip())
        if len(people) > 1:
            listed = ", ".join(name for _entry, name, _p in people[:MOST_NAMED])
            text = ngettext(
                "%(n)d player fits: %(names)s.", "%(n)d players fit: %(names)s.", len(people)
            )
            return Meant(refused=text % {"n": len(people), "names": listed})
        if people:
            first, _name, found = people[0]
    if found is None:
        return Meant(
            refused=_("No open pairing is called that: %(which)s.") % {"which": typed.which}
        )
    (told,) = pairings_view(tournament, AnonymousUser(), names, [found])
    row = told.pairings[0]
    return _judged(typed, row, told.full_name or told.name, told.length, table, first)


def _judged(
    typed: Typed,
    row: PairingRow,
    round_name: str,
    length: int,
    table: int | None,
    first: int | None,
) -> Meant:
    two = [slot for slot in row.slots if slot.entry is not None and slot.player is not None]
    if len(two) < 2:
        return Meant(row, round_name, refused=_("Its players are not known yet."))
    if first is not None and two[1].entry == first:
        two.reverse()
    told = {slot.entry or 0: points for slot, points in zip(two, typed.score, strict=True)}
    winner = max(told, key=lambda entry: told[entry])
    best = max(two, key=lambda slot: told[slot.entry or 0])
    other = min(two, key=lambda slot: told[slot.entry or 0])
    high, low = max(typed.score), min(typed.score)
    if row.boards:
        return Meant(
            row, round_name, table, refused=_("A match of teams is ruled on its own page.")
        )
    if high < length or low >= length:
        text = _("This match is to %(n)d: who wins it has %(n)d points, the other fewer.")
        return Meant(row, round_name, table, refused=text % {"n": length})
    said = _("%(winner)s wins %(high)d–%(low)d against %(loser)s") % {
        "winner": best.player.name if best.player else "",
        "loser": other.player.name if other.player else "",
        "high": high,
        "low": low,
    }
    return Meant(row, round_name, table, winner, told, said)


def _at_table(tournament: Tournament, which: str) -> tuple[int | None, int | None]:
    """The pairing that lies on a table of that number."""
    if not (which.isascii() and which.isdigit() and len(which) < 6):
        return None, None
    use = TableUse.objects.filter(
        ended_at=None, table__number=int(which), slip__pairing__stage__tournament=tournament,
        slip__closed_at=None, slip__voided_at=None,
    )  # fmt: skip
    found = use.values_list("slip__pairing_id", flat=True).first()
    return (int(which), found) if found else (None, None)


def _named(tournament: Tournament, names: Names, which: str) -> int | None:
    """The pairing of that name; one that is open before one that is decided. A number alone is of the only open round."""
    standing = Pairing.objects.filter(stage__tournament=tournament, voided_at=None)
    listed = list(standing.only("pk", "key", "number", "round_id", "decided_at"))
    called = [one for one in listed if "".join(names.pairing(one).casefold().split()) == which]
    called = called or [one for one in listed if one.key.casefold() == which]
    if not called and which.isdigit():
        open_ones = [one for one in listed if one.decided_at is None and str(one.number) == which]
        called = open_ones if len(open_ones) == 1 else []
    called.sort(key=lambda one: (one.decided_at is not None, -one.pk))
    return called[0].pk if called else None


def _of_player(tournament: Tournament, sought: str) -> list[tuple[int, str, int]]:
    """Entries in an open pairing in whose name that occurs: whole names before parts. With their pairing."""
    seats = Slot.objects.filter(
        pairing__stage__tournament=tournament, pairing__decided_at=None, pairing__voided_at=None
    ).exclude(entry=None)
    rows = [
        (entry, team or player, pairing)
        for entry, team, player, pairing in seats.values_list(
            "entry_id", "entry__name", "entry__player__name", "pairing_id"
        )
    ]
    whole = [row for row in rows if row[1].casefold() == sought]
    return whole or [row for row in rows if sought in row[1].casefold()]
