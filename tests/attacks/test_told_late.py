"""Where spectators see matches late, what stands beside the match is as late: the record of rulings, a team's other boards."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from tests.attacks.test_seen_late import DELAY, crawl, differing
from tests.games.services.tables import Sitting
from tests.tournaments.making import NOW, director, join, pairing, started
from tests.tournaments.teams import begun, boards_of, with_teams
from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.models import Entry, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.set_score import SetScore

pytestmark = pytest.mark.django_db


def summaries(made: Tournament, who: User | None = None) -> list[str]:
    client = Client()
    if who is not None:
        client.force_login(who, backend="accounts.auth_backend.LoginBackend")
    rows = client.get(f"/api/v1/tournaments/{made.slug}/rulings").json()
    return [row["summary"] for row in rows]


def test_a_score_that_a_director_sets_is_told_as_late_as_the_match() -> None:
    boss = director()
    with time_machine.travel(NOW, tick=False):
        made = started(4, organizer=boss, spectator_delay_s=DELAY)
        join(made, "W1.1")
        of = pairing(made, "W1.1")
        item, four = of.slots.order_by("side").values_list("entry", flat=True)
        order = RulingRequest(boss, NOW, "The sheet says 2 to 1.")
        rule(SetScore(pairing_id=of.pk, score={item: 2, four: 1}), order)
        assert summaries(made) == []
        assert summaries(made, boss) == ["1 0 · 4 0 → 1 2 · 4 1"]
    with time_machine.travel(NOW + timedelta(seconds=DELAY + 1), tick=False):
        assert summaries(made) == summaries(made, boss)


def win_a_game(sitting: Sitting) -> None:
    loser = str(sitting.state.to_act)
    sitting.act(loser, "offer_resign", {"level": "single"})
    sitting.act("B" if loser == "A" else "A", "accept_resign")


def test_who_plays_at_one_board_of_a_team_is_a_spectator_of_the_others() -> None:
    with time_machine.travel(NOW, tick=False):
        made = begun(with_teams(2, boards=3, spectator_delay_s=DELAY))
        first, second, _third = (Sitting(row.match, NOW) for row in boards_of(made, "W1.1"))
        for item in (first, second):
            item.join()
    later = NOW + timedelta(seconds=DELAY + 60)
    first.now = second.now = later
    captain = Entry.objects.get(tournament=made, name="1").player.user
    mate = second.match.seats.get(seat="A").player.user
    with time_machine.travel(later, tick=False):
        before = crawl(mate, made, first.match)
        win_a_game(first)
        assert first.fresh().score_a + first.match.score_b == 1
        assert differing(before, crawl(mate, made, first.match)) == []
        scores = [
            [board.scores for board in bracket_view(made, who)[0].pairings[0].boards]
            for who in (mate, captain)
        ]
    assert scores[0] == [(None, None), (0, 0), (None, None)]
    assert sorted(scores[1][0]) == [0, 1]
    assert scores[1][1] == (None, None)
