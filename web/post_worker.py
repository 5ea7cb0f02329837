"""The process that posts for another (post_process.py). It ends when its standard input does.

Reads a JSON object a line: {"number", "threads", "deadline_s", "url", "body", "headers", "method", "browser"}.
Writes one for each, in any order: {"number", "status", "retry_after", "error", "duration_ms"}.
"""

import json
import os
import sys
from functools import partial
from threading import Lock

from web.low_priority import give_way
from web.pacer import Pacer
from web.post_pool import Attempt, BrowserKeys, PostPool, PostRequest
from web.public_post import tls_context

NICENESS = 10
"""Moves of the process that started it come first."""
PER_SECOND = 1200
"""So many requests are begun: at an even pace, so that moves are made meanwhile."""
_writing = Lock()


def main() -> None:
    """Until nobody asks any more; what is in flight then is left to itself."""
    give_way(NICENESS)
    tls_context()  # before there are threads: each would read the certificates of the system
    pools: dict[tuple[int, float], PostPool] = {}
    pacer = Pacer(PER_SECOND)
    for line in sys.stdin.buffer:
        pacer.wait()
        asked = json.loads(line)
        kind = asked["threads"], asked["deadline_s"]
        if kind not in pools:
            pools[kind] = PostPool(*kind)
        keys = asked["browser"]
        browser = BrowserKeys(**keys) if keys is not None else None
        request = PostRequest(
            asked["url"], asked["body"].encode(), asked["headers"], asked["method"], browser
        )
        pools[kind].post(request, partial(report, asked["number"]))
    os._exit(0)


def report(number: int, attempt: Attempt) -> None:
    """Write what became of it."""
    answer = attempt.answer
    outcome = {
        "number": number,
        "status": attempt.status,
        "retry_after": answer.retry_after if answer is not None else None,
        "error": attempt.error,
        "duration_ms": attempt.duration_ms,
    }
    with _writing:
        try:
            sys.stdout.buffer.write(json.dumps(outcome).encode() + b"\n")
            sys.stdout.buffer.flush()
        except OSError:  # whoever asked was killed
            os._exit(1)


if __name__ == "__main__":
    main()
