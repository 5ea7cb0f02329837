"""What the scripts here share: measuring side by side, and printing one JSON object a line.

A script imports this first, which also makes the project importable. On its own it does nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def asked_to_be_quick(purpose: str) -> bool:
    """Reads the command line: `--quick` ends within 60 s."""
    parser = argparse.ArgumentParser(description=purpose)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, under 60 s")
    return bool(parser.parse_args().quick)


def best_seconds(contestants: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The least processor time of each, in turns so that a busy machine is busy for all of them."""
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, work in contestants.items():
            start = time.process_time()
            work()
            best[name] = min(best[name], time.process_time() - start)
    return best


def report(figure: str, value: float, unit: str, *, peer: str, peer_value: float | None) -> None:
    """Prints one figure. `peer` is who or what it is held against; None when it is not there."""
    shown = {"figure": figure, "value": _rounded(value), "unit": unit, "peer": peer}
    shown["peer_value"] = None if peer_value is None else _rounded(peer_value)
    shown["ratio"] = None if not peer_value else round(value / peer_value, 2)
    print(json.dumps(shown), flush=True)


def _rounded(value: float) -> float:
    return round(value) if abs(value) >= 100 else round(value, 3)
