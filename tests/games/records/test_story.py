"""A match told again: each moment stands between what was and what is."""

import itertools
from random import Random

from games.engine.actions import Action
from games.engine.match import apply, initial
from games.engine.rules import Rules
from games.engine.table import Table
from games.records.replay import MatchRecord, replay
from tests.games.engine.matchplay import PATIENT, next_action

RULES = Rules.preset("tournament", 3)


def played(seed: int) -> list[tuple[Action, int]]:
    """The log of a random match, an action a second."""
    state, random, log = initial(RULES), Random(seed), []
    while (action := next_action(state, random, PATIENT)) is not None:
        state = apply(state, action)
        log.append((action, 1000 * len(log)))
    return log


def test_moments_follow_each_other_and_end_where_the_log_ends() -> None:
    log = played(1)
    moments = tuple(replay(RULES, None, log))
    assert [moment.seq for moment in moments] == list(range(1, len(log) + 1))
    assert all(first.after == two.before for first, two in itertools.pairwise(moments))
    record = MatchRecord("x", ("Ann", "Ben"), RULES, None, moments)
    assert record.end == Table.replay(RULES, None, log)
    assert record.end.match.outcome is not None


def test_a_game_begins_with_its_opening_roll() -> None:
    moments = tuple(replay(RULES, None, played(2)))
    openings = [m.game for m in moments if m.action.kind == "opening_roll"]
    assert sorted(set(openings)) == list(range(1, len(set(openings)) + 1))
    assert moments[0].game == 1


def test_nothing_told_is_the_table_before_anybody_came() -> None:
    assert MatchRecord("x", ("Ann", "Ben"), RULES, None, ()).end == Table.new(RULES)
