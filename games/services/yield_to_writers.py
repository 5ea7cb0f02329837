"""Between two transactions of long work in the background."""

import time

from django.db import connection

PAUSE_S = 0.02


def give_way() -> None:
    """On SQLite only one writes at a time, and who waits asks again after some milliseconds: without a pause between the
    transactions of one a move would wait for all of them.
    """
    if connection.vendor == "sqlite":
        time.sleep(PAUSE_S)
