"""What the command palette finds: players, matches and actions, in one tournament or in all of an event.

Two queries, whatever the number of entries and tournaments.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.entry_search import EntryName, matching, named
from tournaments.bracket.selectors.names import Names
from tournaments.core.round_names import short_round_name
from tournaments.desk.selectors.desk_scope import DeskTournament
from tournaments.desk.selectors.palette_actions import Hit, actions, link, on_match, on_player
from tournaments.models import Pairing, Slot
from web.folding import fold

MOST = 6
NOBODY_PLAYS = (Pairing.Outcome.BYE, Pairing.Outcome.EMPTY)


def hits(scope: Sequence[DeskTournament], query: str, more: Iterable[Hit] = ()) -> list[Hit]:
    """Players first, then matches, then actions, of which `more` comes first. `scope` is what `load_names` returns."""
    of = {at.tournament.pk: at for at in scope}
    query = " ".join(query.split())
    people, sought, verb = _people(of, query)
    matches = _matches(of, sought, [person.entry for person in people])
    places: dict[int, dict[str, Any]] = {}
    for row in matches:
        for entry in row["entries"]:
            places.setdefault(entry, row)
    listed: list[Hit] = []
    for person in people:
        where, at = places.get(person.entry), of[person.tournament]
        subtitle = where["where"] if where else at.short
        href = link("tournament-entry", at.tournament, person.entry)
        listed.append(Hit("player", person.name, subtitle, href, "user", opens=True))
    for row in matches:
        href = link("tournament-pairing", row["at"].tournament, row["pairing"])
        listed.append(Hit("match", row["title"], row["where"], href, "table", opens=True))
    on_these = chain(
        *(on_match(row["at"], row) for row in matches[:2] if query),
        *(on_player(of[person.tournament], person) for person in people[:2]),
    )
    fitting = [hit for hit in on_these if hit.fits(verb)]
    listed = [*fitting, *listed] if verb else [*listed, *fitting]
    listed += [hit for hit in chain(more, *(_doable(at, query) for at in scope)) if hit.fits(query)]
    return listed[:24]


def _people(of: Mapping[int, DeskTournament], query: str) -> tuple[list[EntryName], str, str]:
    """The players who are meant, the part of the query that names them, and the rest of it: the `withdraw` of
    `withdraw okafor`. One query."""
    if not query:
        return [], "", ""
    listed = named(*of)
    people = matching(listed, query)[:MOST]
    if people or " " not in query:
        return people, query, ""
    first, rest = query.split(" ", 1)
    start, last = query.rsplit(" ", 1)
    for sought, verb in ((rest, first), (start, last)):
        people = (
            matching(listed, sought)[:MOST] if not verb.isdigit() and not sought.isdigit() else []
        )
        if people:
            return people, sought, verb
    return [], query, ""


def _doable(at: DeskTournament, query: str) -> Iterator[Hit]:
    """The actions of a tournament. At a desk of several tournaments only the link to its own desk, until something is
    typed."""
    listed = actions(at)
    return islice(listed, 1) if at.short and not query else listed


def _matches(
    scope: Mapping[int, DeskTournament], query: str, entries: list[int]
) -> list[dict[str, Any]]:
    """Pairings by player, by table or by name; one query for the slots, which reads the tables as well."""
    if not query:
        return []
    number = int(query) if query.isascii() and query.isdigit() and len(query) < 6 else None
    of = Q(entry__in=entries) | Q(pairing__slips__uses__table__number=number or 0) & Q(
        pairing__slips__uses__ended_at=None, pairing__slips__closed_at=None
    )
    of |= Q(pairing__number=number or 0)
    if not entries and number is None:
        wanted = "".join(fold(query).split())
        called = [pk for at in scope.values() for pk in _rounds_called(at.parts.names, wanted)]
        of = Q(pairing__key__iexact=wanted) | Q(pairing__round__in=called)
    meant = Slot.objects.filter(
        of, pairing__stage__tournament__in=scope, pairing__voided_at=None
    ).exclude(pairing__outcome__in=NOBODY_PLAYS)
    slots = Slot.objects.filter(pairing__in=meant.values("pairing_id"))
    rows = (
        slots.annotate(
            tournament=F("pairing__stage__tournament_id"),
            at_table=F("pairing__slips__uses__table__number"),
            left=F("pairing__slips__uses__ended_at"),
        )
        .select_related("pairing", "entry__player")
        .order_by(F("pairing__decided_at").desc(nulls_first=True), "pairing__number", "side")
    )
    by_pairing: dict[int, dict[str, Any]] = {}
    for slot in rows[: MOST * 12]:
        row = by_pairing.setdefault(
            slot.pairing_id,
            {"pairing": slot.pairing_id, "two": {}, "table": None, "slot": slot, "entries": []},
        )
        row["at"] = scope[slot.tournament]
        row["two"][slot.side] = slot.entry.title if slot.entry else "?"
        if slot.entry_id:
            row["entries"].append(slot.entry_id)
        if slot.at_table and slot.left is None and slot.pairing.decided_at is None:
            row["table"] = slot.at_table
    listed = sorted((_described(row) for row in by_pairing.values()), key=_is_later)
    if number is not None:
        listed.sort(key=lambda row: (row["decided"], row["table"] != number))
    elif entries:
        firsts = _first_of_each(listed, entries)
        listed.sort(key=lambda row: row["pairing"] not in firsts)
    else:
        wanted = "".join(fold(query).split())
        listed = [row for row in listed if "".join(fold(row["name"]).split()).startswith(wanted)]
    return listed[:MOST]


def _is_later(row: dict[str, Any]) -> tuple[bool, bool]:
    """The order of matches: open before decided, and those of two known players before those that wait for one."""
    return row["decided"], len(row["entries"]) < 2


def _first_of_each(rows: Iterable[dict[str, Any]], entries: Iterable[int]) -> set[int]:
    """For each of these entries its first match in this order."""
    firsts: dict[int, int] = {}
    for row in rows:
        for entry in row["entries"]:
            firsts.setdefault(entry, row["pairing"])
    return {firsts[entry] for entry in entries if entry in firsts}


def _rounds_called(names: Names, wanted: str) -> list[int]:
    """Rounds whose pairings may have a name that begins with what was typed (QF, R3)."""
    stem = wanted.rstrip("0123456789")
    if not stem or len(stem) > 12:
        return []
    return [
        pk
        for pk, row in names.rounds.items()
        if fold(short_round_name(row.name_key)).startswith(stem)
    ]


def _described(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its title, its place and its name as text."""
    pairing, at = row["slot"].pairing, row["at"]
    two = [row["two"][side] for side in sorted(row["two"])]
    name = at.parts.names.pairing(pairing)
    where = [f"{at.short} {name}" if at.short else name]
    if row["table"]:
        where.append(pgettext("furniture", "Table %(n)s") % {"n": row["table"]})
    where.append(pgettext("match state", "Decided") if pairing.decided_at else _("Not decided"))
    return row | {
        "title": " – ".join(two),
        "where": " · ".join(where),
        "name": name,
        "decided": pairing.decided_at is not None,
    }
