"""A whole tournament through the services alone: bots play, the bracket moves itself, one champion is left."""

import pytest

from games.models import Action, Match
from games.services.bots import play_due
from games.services.verify import verify
from tests.tournaments.making import NOW, bots, later, match_of, tournament
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.services.advancement import advance, owed_tournaments
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Pairing, PairingMatch, Tournament
from tournaments.tasks import sweep_advancement

pytestmark = pytest.mark.django_db


def with_bots(n: int, kind: str = "random", **settings: object) -> Tournament:
    made = tournament(bot_pace_ms=0, **settings)
    for bot in bots(n, kind):
        entries.add_walk_in(made.pk, by=None, now=NOW, player=bot)
    return start(made.pk, by=None, now=NOW)


def play_to_the_end(of: Tournament) -> None:
    """Bots act when due, and what ended is advanced; nothing else moves anything."""
    for minute in range(5_000):
        if not play_due(later(minute)) and advance(of.pk, later(minute)).finished:
            return of.refresh_from_db()
    raise AssertionError("it does not end")


@pytest.mark.slow
def test_sixteen_random_bots_play_to_the_champion() -> None:
    made = with_bots(16, lengths=[1], draw_method="random")
    play_to_the_end(made)
    assert Match.objects.filter(status="finished").count() == 15
    assert not Pairing.objects.filter(decided_at=None).exists()
    assert owed_tournaments() == []
    final = match_of(made, "W4.1")
    winner = final.seats.get(seat=final.winner).player
    first, second, *_rest = standing_rows(made)
    assert first.player.id == made.champion.player_id == winner.pk
    assert [r.place_from for r in standing_rows(made)] == [1, 2, 3, 3, *[5] * 4, *[9] * 8]
    assert (first.won, second.lost) == (4, 1)


def test_the_log_of_every_match_folds_to_its_snapshot() -> None:
    made = with_bots(4, "steady", lengths=[3], draw_method="random")
    play_to_the_end(made)
    for standing in PairingMatch.objects.all():
        assert verify(standing.match_id) == []
        assert Action.objects.filter(match=standing.match_id).count() == standing.match.seq


def test_killed_between_the_last_move_and_the_advancement_nothing_is_lost() -> None:
    """The match ends in one transaction; no kick arrives; a fresh worker's sweep goes on from the rows."""
    made = with_bots(4, lengths=[1])
    for minute in range(5_000):
        if not play_due(later(minute)):
            break
    assert {m.status for m in Match.objects.all()} == {"finished"}
    assert Pairing.objects.get(key="W2.1").outcome == ""
    assert owed_tournaments() == [made.pk]
    sweep_advancement()
    assert match_of(made, "W2.1").status == "joining"
