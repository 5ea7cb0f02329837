"""Any tournament, walked at random through results, rulings and their undoing (issue: corrections).

Short by default, and always the same. `WALK_SEED=1 WALKS=20 WALK_STEPS=30 pytest -s --hypothesis-seed=… …` walks that
often and far through each kind, otherwise each time, and says how many steps that were.
"""

import os
from typing import Any, ClassVar

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tests.tournaments.walks import Walk
from tournaments.formats.registry import FORMATS

pytestmark = pytest.mark.django_db
WALKS = int(os.environ.get("WALKS", "2"))
STEPS = int(os.environ.get("WALK_STEPS", "6"))
PICKS = st.lists(st.integers(0, 10**6), min_size=12, max_size=12)
CHAINS: dict[str, dict[str, Any]] = {
    "swiss, then a knockout": {
        "format": "swiss",
        "options": {"rounds": 2},
        "later_stages": [{"format": "single_elimination", "take": {"cut": "top", "n": 4}}],
    },
    "groups, then double elimination": {
        "format": "groups",
        "later_stages": [{"format": "double_elimination", "take": {"cut": "top_of_group", "n": 2}}],
    },
    "a consolation and a last chance drawn among losers": {
        "format": "consolation",
        "options": {"consolation": "first_match", "last_chance": "fresh"},
    },
    "lives, then all play all": {
        "format": "lives",
        "later_stages": [{"format": "round_robin", "take": {"cut": "top", "n": 3}}],
    },
}
KINDS = {name: {"format": name} for name in FORMATS} | CHAINS
walked = {"steps": 0}


class Walks(RuleBasedStateMachine):
    """The walk as Hypothesis wants it, in a transaction that is rolled back."""

    facts: ClassVar[dict[str, Any]] = {}

    def __init__(self) -> None:
        super().__init__()
        self.sandbox = transaction.atomic()
        self.sandbox.__enter__()
        self.walk: Walk | None = None
        self.picks: list[int] = []

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.sandbox.__exit__(None, None, None)
        walked["steps"] += self.walk.steps if self.walk else 0

    def _pick(self, n: int) -> int:
        return self.picks.pop() % n if self.picks else 0

    @initialize(n=st.integers(4, 9), tables=st.sampled_from([False, True]))
    def begin(self, n: int, tables: bool) -> None:
        self.walk = Walk(self._pick, n, tables=tables, **self.facts)
        self.walk.check()

    def _step(self, picks: list[int], step: str, **how: Any) -> None:
        assert self.walk is not None
        self.picks = list(picks)
        getattr(self.walk, step)(**how)
        self.walk.check()

    @rule(picks=PICKS)
    def report(self, picks: list[int]) -> None:
        self._step(picks, "report")

    @rule(picks=PICKS)
    def report_another(self, picks: list[int]) -> None:
        self._step(picks, "report")

    @rule(picks=PICKS)
    def sit_down(self, picks: list[int]) -> None:
        self._step(picks, "sit_down")

    @rule(picks=PICKS)
    def come_late(self, picks: list[int]) -> None:
        self._step(picks, "come_late")

    @rule(picks=PICKS, and_back=st.booleans())
    def order(self, picks: list[int], and_back: bool) -> None:
        self._step(picks, "rule", and_back=and_back)

    @rule(picks=PICKS)
    def order_another(self, picks: list[int]) -> None:
        self._step(picks, "rule", and_back=True)

    @rule(picks=PICKS)
    def undo(self, picks: list[int]) -> None:
        self._step(picks, "undo")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_happens_nobody_is_lost_and_everything_can_be_undone(kind: str) -> None:
    how = settings(
        max_examples=WALKS,
        stateful_step_count=STEPS,
        deadline=None,
        derandomize="WALK_SEED" not in os.environ,
        database=None,
        phases=[Phase.generate, *([Phase.shrink] if "SHRINK" in os.environ else [])],
        suppress_health_check=list(HealthCheck),
    )
    machine = type("Walks", (Walks,), {"facts": KINDS[kind]})
    run_state_machine_as_test(machine, settings=how)
    print(f"{kind}: {walked['steps']} steps so far")
