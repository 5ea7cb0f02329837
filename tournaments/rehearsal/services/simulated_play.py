"""Playing a rehearsal: chance from its published seed decides the matches, and the tournament advances as usual."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2s

from django.db import transaction
from django.db.models import Exists, OuterRef

from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.services.advancement import settle
from tournaments.core.locking import locked
from tournaments.core.permissions import Viewer, require_director
from tournaments.models import Pairing, Result, Slot, Tournament
from tournaments.rehearsal.services.rehearsal import require_rehearsal
from tournaments.ruling.services.session_results import session_result

BATCH = 1000
MOST_WAVES = 2000


@dataclass(frozen=True, slots=True)
class PlayProgress:
    """The number of matches decided, and whether the tournament is over."""

    decided: int
    finished: bool


@transaction.atomic
def decide_next(tournament_id: int, *, by: Viewer | None, now: datetime) -> PlayProgress:
    """Decide the first match that can be played."""
    tournament = _rehearsal(tournament_id, by)
    return _decide(tournament, ready(tournament)[:1], now)


@transaction.atomic
def play_round(tournament_id: int, *, by: Viewer | None, now: datetime) -> PlayProgress:
    """Decide every match that can be played now; in each bracket only those of its first open round."""
    tournament = _rehearsal(tournament_id, by)
    return _decide(tournament, list(_of_first_rounds(ready(tournament))), now)


@transaction.atomic
def play_to_end(tournament_id: int, *, by: Viewer | None, now: datetime) -> PlayProgress:
    """Decide everything, until the tournament is over."""
    tournament = _rehearsal(tournament_id, by)
    decided = 0
    for _ in range(MOST_WAVES):
        wave = ready(tournament)
        if not wave:
            break
        decided += _decide(tournament, wave, now).decided
    return PlayProgress(decided, tournament.status == Tournament.Status.FINISHED)


def ready(tournament: Tournament) -> list[Pairing]:
    """Undecided pairings with two players, in the order of the draw."""
    vacant = Slot.objects.filter(pairing=OuterRef("pk"), entry=None)
    undecided = Pairing.objects.filter(
        stage__tournament=tournament, decided_at=None, voided_at=None, round__open=True
    )
    pairings = undecided.filter(~Exists(vacant)).select_related("round", "stage")
    return list(pairings.order_by("stage__number", "round__number", "number"))


def _of_first_rounds(pairings: Iterable[Pairing]) -> Iterator[Pairing]:
    first: dict[tuple[int, str], int] = {}
    for pairing in pairings:
        place = (pairing.stage_id, pairing.round.section)
        if first.setdefault(place, pairing.round_id) == pairing.round_id:
            yield pairing


def _decide(tournament: Tournament, pairings: list[Pairing], now: datetime) -> PlayProgress:
    ids = {pairing.pk for pairing in pairings}
    sides: dict[int, dict[int, int]] = {}
    slots = Slot.objects.filter(pairing__stage__tournament=tournament, pairing__decided_at=None)
    for pk, side, entry in slots.values_list("pairing_id", "side", "entry_id"):
        if pk in ids and entry is not None:
            sides.setdefault(pk, {})[side] = entry
    results = [
        result
        for pairing in pairings
        for result in _results(tournament, pairing, (sides[pairing.pk][1], sides[pairing.pk][2]))
    ]
    for result in results:
        result.created_at = now
    Result.objects.bulk_create(results, batch_size=BATCH)
    if ids:
        settle(tournament, now, touched=ids)
    return PlayProgress(len(ids), tournament.status == Tournament.Status.FINISHED)


def _results(tournament: Tournament, pairing: Pairing, sides: tuple[int, int]) -> Iterator[Result]:
    """One result, or one for each board of a team match."""
    for board in range(1, tournament.boards + 1):
        seed_text = f"{tournament.draw_seed}|{pairing.stage.number}|{pairing.key}|{board}|{sides}"
        chance = int.from_bytes(blake2s(seed_text.encode(), digest_size=8).digest(), "big")
        winner, loser = sides if chance % 2 else sides[::-1]
        length = pairing.round.length
        if is_session(pairing.round):
            score = _session_score(chance, sides, length)
            result = session_result(sides, score, length)
            result.pairing, result.board, result.source = pairing, board, Result.Source.REPORT
            yield result
            continue
        yield Result(
            pairing=pairing,
            board=board,
            winner_id=winner,
            loser_id=loser,
            kind=Result.Kind.PLAYED,
            score={str(winner): length, str(loser): chance // 2 % length},
            source=Result.Source.REPORT,
        )


def _session_score(chance: int, sides: tuple[int, int], games: int) -> dict[int, int]:
    """One point a game, and two for some, so that ties occur as well."""
    won = sum(1 + (chance >> 2 * n & 1) for n in range(games) if chance >> (2 * n + 1) & 1)
    lost = sum(1 + (chance >> 2 * n & 1) for n in range(games) if not chance >> (2 * n + 1) & 1)
    return {sides[0]: won, sides[1]: lost}


def _rehearsal(tournament_id: int, by: Viewer | None) -> Tournament:
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_rehearsal(tournament)
    return tournament
