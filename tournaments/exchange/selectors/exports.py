"""The tables of a tournament to download, read a few hundred rows at a time; documented in docs/exchange.md."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db.models import QuerySet

from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.bracket.selectors.scores import Scores
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.contacts.services.contacts import DETAILS, contacts_by_player
from tournaments.models import Entry, EntryMember, Event, Pairing, Slot, Tournament
from tournaments.money.selectors.accounts import accounts
from tournaments.payouts.currency import plain
from tournaments.registration.selectors.questions import answer_texts, tournament_questions
from web.csv_writing import Cell

Row = Sequence[Cell]
CHUNK = 500
ENTRIES = (
    "id", "name", "country", "club", "family", "seed", "rating", "status", "attempt", "members",
    "entered_at", "owes", "paid", "currency",
)  # fmt: skip
RESULTS = (
    "stage", "section", "round", "pairing", "player_1", "player_2", "winner", "score_1", "score_2",
    "kind", "decided_at", "advanced",
)  # fmt: skip
STANDINGS = (
    "place_from",
    "place_to",
    "id",
    "name",
    "status",
    "played",
    "won",
    "lost",
    "points",
    "byes",
    "tied",
)
ENTRY_CONTACTS = (*ENTRIES, *DETAILS, "answers")
PLAYERS = ("id", "name", "country", "tournaments")


def entry_rows(tournament: Tournament) -> Iterator[Row]:
    """Every entry, in order of entry. Of a team `name` is the team's and `members` its players."""
    plan = plan_of(tournament)
    money = {account.entry: account for account in accounts(tournament, plan)} if plan else {}
    code = plan.currency if plan else ""
    entries = Entry.objects.filter(tournament=tournament).select_related("player")
    entries = entries.prefetch_related("members__player").order_by("entered_at", "pk")
    for entry in entries.iterator(chunk_size=CHUNK):
        account = money.get(entry.pk)
        yield (
            entry.player_id, entry.name or entry.player.name, str(entry.player.country or ""),
            entry.club, entry.family, entry.seed,
            None if entry.rating is None else f"{entry.rating:g}", entry.status, entry.attempt,
            "; ".join(member.player.name for member in entry.members.all()),
            entry.entered_at.isoformat(),
            plain(max(account.owes, 0), code) if account else "",
            plain(account.paid, code) if account else "", code if account else "",
        )  # fmt: skip


def entry_rows_with_contacts(tournament: Tournament) -> Iterator[Row]:
    """The same with the contacts, for directors only. Of a team the contacts of its members."""
    kept = contacts_by_player(tournament)
    members: dict[tuple[int, int], list[int]] = {}
    rows = EntryMember.objects.filter(entry__tournament=tournament).order_by("board")
    columns = ("entry__player_id", "entry__attempt", "player_id")
    for captain, attempt, player in rows.values_list(*columns):
        members.setdefault((captain, attempt), []).append(player)
    at = ENTRIES.index("attempt")
    asked = tournament_questions(tournament)
    for row in entry_rows(tournament):
        captain, attempt = int(row[0] or 0), int(row[at] or 0)
        players = members.get((captain, attempt), [captain])
        contacts = [kept[player] for player in players if player in kept]
        details = ([getattr(contact, name) for contact in contacts] for name in DETAILS)
        answered = [answer_texts(asked, contact.answers) for contact in contacts]
        answers = [f"{question}: {answer}" for pairs in answered for question, answer in pairs]
        joined = ("; ".join(filter(None, values)) for values in details)
        yield (*row, *joined, "; ".join(answers))


def result_rows(tournament: Tournament) -> Iterator[Row]:
    """Every pairing with two entries, in drawn order; undecided ones have no winner."""
    names = titles(tournament)
    pairings = Pairing.objects.filter(stage__tournament=tournament, voided_at=None)
    ordered = pairings.select_related("stage", "round").order_by(
        "stage__number", "round__number", "pk"
    )
    for chunk in _chunks(ordered):
        ids = [pairing.pk for pairing in chunk]
        sides: dict[int, dict[int, Slot]] = {}
        for slot in Slot.objects.filter(pairing__in=ids):
            sides.setdefault(slot.pairing_id, {})[slot.side] = slot
        scores = Scores({"pairing__in": ids}, tournament.boards)
        for pairing in chunk:
            row = _result(pairing, sides.get(pairing.pk, {}), scores, names)
            if row:
                yield row


def _result(
    pairing: Pairing, sides: dict[int, Slot], scores: Scores, names: dict[int, str]
) -> Row | None:
    first, second = sides.get(1), sides.get(2)
    if first is None or second is None or first.entry_id is None or second.entry_id is None:
        return None
    result = scores.result(pairing)
    points = scores.of(pairing, (first, second)) if pairing.outcome else (None, None)
    kind = result.kind if result else pairing.outcome
    return (
        pairing.stage.number, pairing.round.section, pairing.round.number, pairing.key,
        names[first.entry_id], names[second.entry_id],
        names[pairing.winner_id] if pairing.winner_id else "", *points, kind,
        pairing.decided_at.isoformat() if pairing.decided_at else "",
        names[pairing.advanced_id] if pairing.advanced_id else "",
    )  # fmt: skip


def standings_rows(tournament: Tournament) -> Iterator[Row]:
    """The final order, or the current standings; empty before the draw."""
    players = dict(tournament.entries.values_list("pk", "player_id"))
    for row in standing_rows(tournament):
        yield (
            row.place_from, row.place_to, players[row.entry], row.player.name, row.status,
            row.played, row.won, row.lost, f"{float(row.points):g}", row.byes,
            row.tied,
        )  # fmt: skip


def player_rows(event: Event) -> Iterator[Row]:
    """Everybody who is entered in a tournament of an event, with the tournaments."""
    entries = Entry.objects.filter(tournament__event=event, status=Entry.Status.ACTIVE)
    ordered = entries.select_related("player", "tournament").order_by("player__name", "player_id")
    current: tuple[Any, list[str]] | None = None
    for entry in ordered.iterator(chunk_size=CHUNK):
        if current is None or current[0].pk != entry.player_id:
            if current is not None:
                yield _player(*current)
            current = (entry.player, [])
        current[1].append(entry.tournament.name)
    if current is not None:
        yield _player(*current)


def _player(player: Any, tournaments: list[str]) -> Row:
    return player.pk, player.name, str(player.country or ""), "; ".join(dict.fromkeys(tournaments))


def titles(tournament: Tournament) -> dict[int, str]:
    """The title of each entry. One query."""
    rows = tournament.entries.values_list("pk", "name", "player__name", "attempt")
    return {
        pk: (team or player) if attempt == 1 else f"{team or player} ({attempt})"
        for pk, team, player, attempt in rows
    }


def _chunks(pairings: QuerySet[Pairing]) -> Iterator[list[Pairing]]:
    chunk: list[Pairing] = []
    for pairing in pairings.iterator(chunk_size=CHUNK):
        chunk.append(pairing)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


TABLES: dict[str, tuple[Sequence[str], Callable[[Tournament], Iterator[Row]]]] = {
    "entries": (ENTRIES, entry_rows),
    "results": (RESULTS, result_rows),
    "standings": (STANDINGS, standings_rows),
}
ENTRIES_WITH_CONTACTS = (ENTRY_CONTACTS, entry_rows_with_contacts)
