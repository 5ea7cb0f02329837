"""What a seat may do is put into words once a standing: equal standings must mean equal answers."""

from collections.abc import Hashable
from random import Random
from typing import Any

import pytest

from games.engine.match import apply, initial
from games.engine.permissions import may, permission_key
from games.engine.rules import Rules
from tests.games.engine.matchplay import GAMBLER, PATIENT, SEATS, next_action
from tests.games.engine.playing import match_to, money

MANY: list[Rules] = [
    match_to(3),
    match_to(3, holland=True),
    match_to(5, dead_cube="lock", resign="no_contact"),
    match_to(3, resign="off", cube=False),
    money(max_beavers=2, jacoby=True),
    money(max_beavers=0),
]


@pytest.mark.parametrize("rules", MANY)
@pytest.mark.parametrize("style", [PATIENT, GAMBLER])
def test_equal_standings_have_equal_answers(rules: Rules, style: dict[str, Any]) -> None:
    seen: dict[Hashable, object] = {}
    random, met_again = Random(7), 0
    for _ in range(4):
        state = initial(rules)
        for _step in range(150):
            for seat in SEATS:
                key, answers = permission_key(state, seat), may(state, seat)
                met_again += key in seen
                assert seen.setdefault(key, answers) == answers
            action = next_action(state, random, style)
            if action is None:
                break
            state = apply(state, action)
    assert met_again
