"""Which threads write first where one writes at a time: moves go before sweeps and pages (config/sqlite)."""

from threading import local

_mine = local()


def go_first() -> None:
    """This thread does, from now on. One at a time may: it goes on alternating with the others."""
    _mine.is_first = True


def goes_first() -> bool:
    return getattr(_mine, "is_first", False)
