"""The requests that devices in a playing room send by themselves, told apart by their addresses from those that people send."""

import re
from enum import Enum

CLOCK = re.compile(r"/clock/[-\w]+/log/", re.ASCII)
SCREEN = re.compile(r"/(?:tournaments|events)/[-\w]+/wall/|/overlay/(?:matches/)?[-\w]+/", re.ASCII)


class RequestKind(Enum):
    """`TAPS` are what a clock sends, `CLOCKS` what a clock asks, `SCREENS` walls and overlays, and `PAGES` everything else."""

    PAGES = "pages"
    TAPS = "taps"
    CLOCKS = "clocks"
    SCREENS = "screens"


def kind_of(method: str, path: str) -> RequestKind:
    if CLOCK.fullmatch(path):
        return RequestKind.CLOCKS if method in {"GET", "HEAD"} else RequestKind.TAPS
    return RequestKind.SCREENS if SCREEN.fullmatch(path) else RequestKind.PAGES
