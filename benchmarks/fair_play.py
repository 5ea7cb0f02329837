"""The model of fair play on simulated players: how many honest ones it flags, and how soon it finds people who follow an engine.

    python -m benchmarks.fair_play [--seasons 1000] [--cheats 200]

Honest players play seasons of 60 matches, to 1 to 9 points. Figures: docs/fair-play.md. No database, no engine.
"""

import argparse
import time
from random import Random
from statistics import median

from fairplay.evidence.sequential import THRESHOLD
from tests.fairplay.simulation import (
    SEASON,
    Simulated,
    clear_sighted,
    follows,
    in_form,
    season,
    steady,
    uneven,
)

HONEST = {
    **{f"PR {pr}": Simulated(steady(pr)) for pr in (2, 3, 5, 8, 12, 20)},
    **{f"PR {pr}, known": Simulated(steady(pr), history_pr=pr) for pr in (2, 5, 8, 20)},
    "PR 6, good and bad days": Simulated(in_form(6), history_pr=6),
    "PR 3, good and bad days": Simulated(in_form(3), history_pr=3),
    "PR 2 in half, 12 in half": Simulated(uneven(2, 12)),
    "PR 2, never careless": Simulated(steady(2, 0.0)),
    "PR 2, careless in 3 of 10": Simulated(steady(2, 0.3)),
    "PR 2, normal errors": Simulated(clear_sighted(0.025)),
    "PR 12 before, 7 now": Simulated(steady(7), history_pr=12),
}
CHEATS = {
    **{f"always, own PR {pr}": Simulated(follows(1, pr)) for pr in (3, 8, 15)},
    "always, after 30 honest matches": Simulated(follows(1, 8, since=30), history_pr=8),
    **{f"4 of 5 choices, own PR {pr}": Simulated(follows(0.8, pr)) for pr in (3, 8, 15)},
    **{f"4 of 5, own PR {pr}, known": Simulated(follows(0.8, pr), pr) for pr in (3, 8, 15)},
    **{f"half the choices, own PR {pr}": Simulated(follows(0.5, pr)) for pr in (3, 8, 15)},
    **{f"half, own PR {pr}, known": Simulated(follows(0.5, pr), pr) for pr in (3, 8, 15)},
    **{f"hard choices, own PR {pr}": Simulated(follows(1, pr, hard_only=True)) for pr in (3, 8, 15)},
    **{f"hard, own PR {pr}, known": Simulated(follows(1, pr, hard_only=True), pr) for pr in (3, 8, 15)},
    "1 of 5 choices, own PR 8, known": Simulated(follows(0.2, 8), 8),
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seasons", type=int, default=1000)
    parser.add_argument("--cheats", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    begun = time.perf_counter()
    print(f"{'honest':<34} {'seasons':>7} {'flagged':>7} {'highest odds':>13}")
    total = flagged = 0
    for name, player in HONEST.items():
        runs = _runs(player, asked.seasons, asked.seed)
        alarms = sum(max(run) >= THRESHOLD for run in runs)
        total, flagged = total + len(runs), flagged + alarms
        highest = 2.718281828 ** max(max(run) for run in runs)
        print(f"{name:<34} {len(runs):7d} {alarms:7d} {highest:13.2f}", flush=True)
    print(f"{'all':<34} {total:7d} {flagged:7d}")
    print(
        f"\n{'follows an engine in':<34} {'seasons':>7} {'in 10':>7} {'in 30':>7} {'in 60':>7} {'median':>7}"
    )
    for name, player in CHEATS.items():
        at = [_first(run) for run in _runs(player, asked.cheats, asked.seed)]
        shares = "".join(
            f"{sum(n <= most for n in at) / len(at):8.0%}" for most in (10, 30, SEASON)
        )
        print(f"{name:<34} {len(at):7d}{shares} {median(at):7.0f}", flush=True)
    print(f"\n{time.perf_counter() - begun:.0f} s")


def _runs(player: Simulated, number: int, seed: int) -> list[list[float]]:
    random = Random(seed)
    return [season(player, random) for _ in range(number)]


def _first(run: list[float]) -> int:
    return next((at for at, level in enumerate(run, start=1) if level >= THRESHOLD), SEASON + 1)


if __name__ == "__main__":
    main()
