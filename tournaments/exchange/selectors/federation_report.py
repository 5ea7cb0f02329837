"""What is reported to a federation: the matches and the final places of tournaments that are over, and what to check before.

Reported are matches between two people that were played, in rated tournaments of single players. Everything else is left out and
counted, so that the checklist can say so.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from zoneinfo import ZoneInfo

from tournaments.bracket.selectors.agreement import SESSION
from tournaments.bracket.selectors.scores import Scores
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.contacts.services.contacts import contacts_by_player
from tournaments.core.round_names import placed_round_name
from tournaments.exchange.hooks import member_numbers
from tournaments.models import Entry, Event, Pairing, Slot, Tournament
from web.csv_writing import Cell

FREE, USBGF, WBGF = "free", "usbgf", "wbgf"
FEDERATIONS: Mapping[str, str] = {FREE: "", USBGF: "USBGF", WBGF: "WBGF"}
"""The name of each federation, as lists of ratings and member numbers name it."""
PLAYED = (Pairing.Outcome.PLAYED, Pairing.Outcome.TIME, Pairing.Outcome.CONCEDED)
LEFT_OUT = ("unrated", "teams", "not_played", "sessions", "bots")
Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class FederationMatch:
    """A match as it is reported: a row of matches.csv. `date` is of the tournament's time zone, YYYY-MM-DD."""

    event: str
    tournament: str
    division: str
    date: str
    stage: int
    round: str
    length: int
    winner: str
    winner_member_number: str
    winner_country: str
    winner_points: int | None
    loser: str
    loser_member_number: str
    loser_country: str
    loser_points: int | None
    ended: str


@dataclass(frozen=True, slots=True)
class FederationPlace:
    """A final place: a row of places.csv."""

    event: str
    tournament: str
    division: str
    players: int
    place_from: int | None
    place_to: int | None
    name: str
    member_number: str
    country: str
    played: int
    won: int
    lost: int


@dataclass(slots=True)
class FederationReport:
    """Matches and places, and what the checklist is about: names of players and tournaments, descriptions of matches."""

    matches: list[FederationMatch] = field(default_factory=list)
    places: list[FederationPlace] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)
    wrong_scores: list[str] = field(default_factory=list)
    without_number: list[str] = field(default_factory=list)
    without_login: list[str] = field(default_factory=list)
    without_country: list[str] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LEFT_OUT, 0))

    @property
    def is_complete(self) -> bool:
        return not (self.unfinished or self.undecided or self.wrong_scores)


def reported_tournaments(of: Event | Tournament) -> list[Tournament]:
    """The tournament, or those of an event that began and were not cancelled. One query for an event."""
    if isinstance(of, Tournament):
        return [of]
    rows = of.tournaments.filter(is_rehearsal=False).exclude(
        status__in=[Status.DRAFT, Status.OPEN, Status.CANCELLED]
    )
    return list(rows.select_related("event").order_by("event_order", "pk"))


def report_of(tournaments: Sequence[Tournament], federation: str) -> FederationReport:
    """About ten queries for each tournament."""
    report = FederationReport()
    for tournament in tournaments:
        if tournament.status != Status.FINISHED:
            report.unfinished.append(tournament.name)
        if tournament.entry_kind != Tournament.EntryKind.SINGLE:
            report.left_out["teams"] += _decided(tournament)
        elif not tournament.rated:
            report.left_out["unrated"] += _decided(tournament)
        else:
            _add(report, tournament, federation)
    for names in (report.without_number, report.without_login, report.without_country):
        names[:] = sorted(set(names), key=str.casefold)
    return report


def match_columns() -> list[str]:
    return [column.name for column in fields(FederationMatch)]


def place_columns() -> list[str]:
    return [column.name for column in fields(FederationPlace)]


def cells(row: FederationMatch | FederationPlace) -> list[Cell]:
    """The row in the order of its columns."""
    return [getattr(row, column.name) for column in fields(row)]


def _decided(tournament: Tournament) -> int:
    rows = Pairing.objects.filter(stage__tournament=tournament, voided_at=None)
    return rows.filter(outcome__in=PLAYED).count()


def _add(report: FederationReport, tournament: Tournament, federation: str) -> None:
    entries = {e.pk: e for e in tournament.entries.select_related("player")}
    numbers = _numbers(tournament, entries.values(), federation)
    pairings = Pairing.objects.filter(stage__tournament=tournament, voided_at=None)
    ordered = list(
        pairings.select_related("stage", "round").order_by("stage__number", "round__number", "pk")
    )
    sides: dict[int, dict[int, Slot]] = {}
    for slot in Slot.objects.filter(pairing__stage__tournament=tournament, pairing__voided_at=None):
        sides.setdefault(slot.pairing_id, {})[slot.side] = slot
    scores = Scores({"pairing__stage__tournament": tournament}, 1)
    for pairing in ordered:
        slots = sides.get(pairing.pk, {})
        if len(slots) == 2 and all(slot.entry_id for slot in slots.values()):
            pair = _Pair(tournament, pairing, (slots[1], slots[2]), entries, numbers)
            _add_match(report, pair, scores)
    _add_places(report, tournament, entries, numbers)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A pairing of two entries with what its row needs."""

    tournament: Tournament
    pairing: Pairing
    slots: tuple[Slot, Slot]
    entries: Mapping[int, Entry]
    numbers: Mapping[int, str]

    @property
    def text(self) -> str:
        first, second = (self.entries[slot.entry_id or 0].title for slot in self.slots)
        return f"{first} – {second}"


def _add_match(report: FederationReport, pair: _Pair, scores: Scores) -> None:
    pairing = pair.pairing
    if not pairing.outcome:
        report.undecided.append(pair.text)
        return
    if pairing.outcome == Pairing.Outcome.TIED or (pairing.round.rules or {}).get(SESSION):
        report.left_out["sessions"] += 1
    elif pairing.outcome not in PLAYED or not pairing.winner_id or not pairing.loser_id:
        report.left_out["not_played"] += 1
    elif any(pair.entries[slot.entry_id or 0].player.is_bot for slot in pair.slots):
        report.left_out["bots"] += 1
    else:
        row = _match(pair, scores)
        report.matches.append(row)
        if not _fits(row, pairing):
            report.wrong_scores.append(pair.text)


def _fits(row: FederationMatch, pairing: Pairing) -> bool:
    """Does the score say who won a match of this length? One lost on time or resigned may end anywhere."""
    won, lost = row.winner_points, row.loser_points
    if pairing.outcome != Pairing.Outcome.PLAYED:
        return won is None or lost is None or max(won, lost) <= row.length
    return won is not None and lost is not None and lost < row.length <= won


def _match(pair: _Pair, scores: Scores) -> FederationMatch:
    pairing, tournament = pair.pairing, pair.tournament
    by_entry = dict(
        zip((slot.entry_id for slot in pair.slots), scores.of(pairing, pair.slots), strict=True)
    )
    winner, loser = pair.entries[pairing.winner_id or 0], pair.entries[pairing.loser_id or 0]
    return FederationMatch(
        event=tournament.event.name if tournament.event else "",
        tournament=tournament.name,
        division=tournament.division,
        date=_day(pairing.decided_at, tournament),
        stage=pairing.stage.number,
        round=placed_round_name(pairing.round.name_key, pairing.round.section),
        length=pairing.round.length,
        winner=winner.player.name,
        winner_member_number=pair.numbers.get(winner.player_id, ""),
        winner_country=str(winner.player.country or ""),
        winner_points=by_entry.get(winner.pk),
        loser=loser.player.name,
        loser_member_number=pair.numbers.get(loser.player_id, ""),
        loser_country=str(loser.player.country or ""),
        loser_points=by_entry.get(loser.pk),
        ended=pairing.outcome,
    )


def _add_places(
    report: FederationReport,
    tournament: Tournament,
    entries: Mapping[int, Entry],
    numbers: Mapping[int, str],
) -> None:
    rows = standing_rows(tournament)
    players = {entries[row.entry].player_id for row in rows}
    for row in rows:
        player = entries[row.entry].player
        place = FederationPlace(
            event=tournament.event.name if tournament.event else "",
            tournament=tournament.name,
            division=tournament.division,
            players=len(players),
            place_from=row.place_from,
            place_to=row.place_to,
            name=row.player.name,
            member_number=numbers.get(player.pk, ""),
            country=str(player.country or ""),
            played=row.played,
            won=row.won,
            lost=row.lost,
        )
        report.places.append(place)
        if player.is_bot:
            continue
        if not place.member_number:
            report.without_number.append(player.name)
        if player.user_id is None:
            report.without_login.append(player.name)
        if not place.country:
            report.without_country.append(player.name)


def _numbers(tournament: Tournament, entries: Iterable[Entry], federation: str) -> dict[int, str]:
    """Member numbers by player: from a list of the federation, else as noted with the contact."""
    contacts = contacts_by_player(tournament)
    numbers = {pk: row.member_number for pk, row in contacts.items() if row.member_number}
    name = FEDERATIONS[federation]
    players = sorted({entry.player_id for entry in entries})
    for function in member_numbers.functions().values() if name else ():
        numbers |= function(name, players)
    return numbers


def _day(at: datetime | None, tournament: Tournament) -> str:
    return "" if at is None else at.astimezone(ZoneInfo(tournament.time_zone)).date().isoformat()
