"""`python benchmarks/redis_lossy.py SHARE HOST PORT`: the process `live`, deaf to that share of what the bus says."""

from __future__ import annotations

import random
import sys
from typing import Any

import harness  # noqa: F401  # makes the project importable

from config import server


def main(share: float, host: str, port: str) -> None:
    server.live_application("")
    from games.live import bus

    tell = bus.tell

    def sometimes(*message: Any) -> None:
        if random.random() >= share:
            tell(*message)

    bus.tell = sometimes
    server.main(host, port)


if __name__ == "__main__" and len(sys.argv) == 4:
    main(float(sys.argv[1]), *sys.argv[2:4])
