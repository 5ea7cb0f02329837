"""What is rated of friendly matches and tournaments, and what never is; corrections and undo rate again."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Player
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match
from games.services import rulings as match_rulings
from games.services.play import act
from games.services.setup import create_match
from games.services.submissions import Submission
from ratings.models import PlayerRating, RatedTournament, RatingChange
from ratings.services import rebuild, sweep
from tests.games.services import tables
from tests.tournaments import making
from tests.tournaments.making import NOW, entry, later, pairing
from tests.tournaments.ruling import rulings
from tests.tournaments.venue.room import both_say, on_board, slip
from tournaments.models import Ruling, Tournament
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, rule
from tournaments.ruling.services.result_rulings import SetResult

pytestmark = pytest.mark.django_db
FIVE = Rules.preset("tournament", length=5)


def friendly(
    a: Player, b: Player, *, plays: bool = True, now: datetime = NOW, **more: Any
) -> Match:
    """A match that B resigns, once it has begun."""
    facts: dict[str, Any] = {"rules": FIVE, "clock": None, "context": {"rated": True}}
    match = create_match(seat_a=a, seat_b=b, join_within=None, now=now, **(facts | more))
    people = {"A": a, "B": b}
    if plays:
        for seat in "AB":
            do(match, seat, people[seat], "ready", {"nonce_hash": None}, now)
    do(match, "B", b, "concede", {}, now)
    return match


def do(
    match: Match,
    seat: str,
    who: Player,
    kind: str,
    payload: dict[str, Any],
    now: datetime = NOW,
) -> None:
    act(Submission(match.pk, seat, kind, payload, now, user_id=who.user_id), now)


def rated() -> dict[str, float]:
    """{name: rating} in all pools; each player of these tests is in one."""
    ratings = PlayerRating.objects.select_related("player")
    return {row.player.name: round(row.rating, 2) for row in ratings}


def run(minutes: int = 0) -> int:
    """A sweep; then everything is as from nothing."""
    written = sweep.run_due(later(minutes))
    assert rebuild.check(later(minutes)) == 0
    return written


def conceded(of: Tournament, key: str, winner: object, minutes: int = 0) -> None:
    making.join(of, key, later(minutes))
    making.win(of, key, winner, later(minutes))


def confirmed(act_on: Callable[..., Ruling], *args: Any, **request: Any) -> Ruling:
    """A ruling, with a yes to the matches that it cancels."""
    try:
        return act_on(*args, **request)
    except ConfirmationNeeded as asked:
        return act_on(*args, **request, confirm=asked.preview.digest)


def test_a_friendly_match_is_rated_once() -> None:
    match = friendly(tables.person("ann"), tables.person("ben"))
    assert sweep.rate_match(match.pk, NOW) == 2
    assert run() == 0
    assert rated() == {"ann": 1522.36, "ben": 1477.64}
    assert RatingChange.objects.get(won=True).pool == "online"


def test_correspondence_has_a_list_of_its_own() -> None:
    friendly(tables.person("ann"), tables.person("ben"), clock=ClockSettings.correspondence(3))
    run()
    assert set(RatingChange.objects.values_list("pool", flat=True)) == {"correspondence"}


@pytest.mark.parametrize(
    "more",
    [
        {"context": {}},
        {"context": {"rated": False}},
        {"plays": False},
        {"rules": Rules.preset("money", games=3)},
    ],
    ids=["nothing agreed", "agreed as unrated", "never started", "a session"],
)
def test_what_is_never_rated(more: dict[str, Any]) -> None:
    friendly(tables.person(), tables.person(), **more)
    assert run() == 0


def test_a_bot_a_forfeit_and_a_void_match_are_never_rated() -> None:
    ann = tables.person()
    with_bot = create_match(
        seat_a=ann, seat_b=tables.bot(), rules=FIVE, clock=None, context={"rated": True},
        join_within=None, now=NOW,
    )  # fmt: skip
    do(with_bot, "A", ann, "ready", {"nonce_hash": None})
    do(with_bot, "A", ann, "concede", {})
    match = create_match(
        seat_a=ann, seat_b=tables.person(), rules=FIVE, clock=None, context={"rated": True},
        join_within=None, now=NOW,
    )  # fmt: skip
    match_rulings.forfeit(match.pk, losers=("B",), reason="", now=NOW)
    assert run() == 0


def test_a_friendly_match_that_staff_voids_is_rated_no_longer() -> None:
    ann, ben = tables.person("ann"), tables.person("ben")
    first = friendly(ann, ben)
    friendly(ben, ann, now=later(1))
    run(2)
    match_rulings.void(first.pk, by=None, reason="", now=NOW)
    assert run(2) == 4
    assert rated() == {"ben": 1522.36, "ann": 1477.64}


def test_a_closed_account_changes_no_rating() -> None:
    ann, ben = tables.person("ann"), tables.person("ben")
    friendly(ann, ben)
    run()
    Player.objects.filter(pk=ben.pk).update(user=None)
    assert run() == 0
    assert sweep.sweep_friendlies(NOW, everything=True) == 0


def test_a_tournament_is_rated_as_it_goes_and_a_no_show_is_not() -> None:
    made = making.started(4, lengths=[7])
    conceded(made, "W1.1", 1)
    assert run() == 2
    assert run() == 0
    making.win(made, "W1.2", 2)  # nobody had joined
    assert run() == 0
    conceded(made, "W2.1", 2, 5)
    assert run(5) == 2
    first, final = RatingChange.objects.filter(player__name="1").order_by("ended_at")
    assert (first.length, final.rating_before) == (7, first.rating_after)
    assert RatedTournament.objects.get().version == Tournament.objects.get(pk=made.pk).version


def test_an_unrated_tournament_and_a_rehearsal_are_not_rated() -> None:
    for settings in ({"rated": False}, {"is_rehearsal": True}):
        made = making.started(4)
        Tournament.objects.filter(pk=made.pk).update(**settings)
        conceded(made, "W1.1", 1)
    assert run() == 0


def test_a_corrected_result_of_the_first_round_moves_the_later_ones() -> None:
    made = making.started(4)
    for key, winner, minutes in (("W1.1", 1, 1), ("W1.2", 2, 2), ("W2.1", 1, 3)):
        conceded(made, key, winner, minutes)
    run(4)
    before = rated()
    winner = entry(made, 3).pk
    request = {"by": made.organizer, "now": later(5), "reason": "Both agree."}
    ruling = confirmed(rulings.correct_result, pairing(made, "W1.2").pk, winner=winner, **request)
    run(6)
    corrected = rated()
    assert corrected["3"] > 1500 > before["3"]
    assert corrected["1"] < before["1"]  # the final was against player 2, who is not in it now
    confirmed(rulings.undo, ruling.pk, by=made.organizer, now=later(7), reason="It was right.")
    run(8)
    assert rated() == before


def test_a_correction_for_the_record_rates_that_match_and_keeps_the_later_ones() -> None:
    made = making.started(4)
    for key, winner, minutes in (("W1.1", 1, 1), ("W1.2", 2, 2), ("W2.1", 1, 3)):
        conceded(made, key, winner, minutes)
    run(4)
    before = rated()
    two, three = entry(made, 2).pk, entry(made, 3).pk
    action = SetResult(
        pairing_id=pairing(made, "W1.2").pk,
        winner=three,
        score={three: 3, two: 1},
        effect="record",
    )
    rule(action, RulingRequest(made.organizer, later(5), "Both agree."))
    run(6)
    corrected = rated()
    assert corrected["3"] > 1500 > before["3"]
    assert before["2"] > corrected["2"]  # who lost that match and, as before, the final
    assert RatingChange.objects.count() == 6


def test_a_result_over_the_board_keeps_its_place_when_the_desk_corrects_it() -> None:
    made = on_board(4)
    both_say(slip(made, "W1.1"), now=later(1))
    both_say(slip(made, "W1.2"), now=later(2))
    run(3)
    assert set(RatingChange.objects.values_list("pool", flat=True)) == {"over_the_board"}
    loser = slip(made, "W1.1").entry_b
    rulings.correct_result(
        pairing(made, "W1.1").pk, winner=loser.pk, by=made.organizer, now=later(10), reason="Typo.",
        score={loser.pk: 3, slip(made, "W1.1").entry_a_id: 1},
    )  # fmt: skip
    run(11)
    row = RatingChange.objects.get(won=True, source=f"pairing:{pairing(made, 'W1.1').pk}:1")
    assert (row.player, row.ended_at) == (loser.player, later(1))


def test_results_that_spectators_see_late_are_rated_late() -> None:
    made = making.started(4, spectator_delay_s=600, delay_results=True)
    conceded(made, "W1.1", 1)
    assert run(9) == 0
    assert run(10) == 2


def test_a_deleted_tournament_takes_its_ratings_along() -> None:
    made = making.started(4)
    conceded(made, "W1.1", 1)
    run()
    Tournament.objects.filter(pk=made.pk).update(version=77)
    RatedTournament.objects.update(tournament_id=made.pk + 1000)
    RatingChange.objects.update(tournament_id=made.pk + 1000)
    Tournament.objects.filter(pk=made.pk).update(rated=False)
    assert sweep.run_due(NOW + timedelta(minutes=1)) == 2
    assert not PlayerRating.objects.exists()
