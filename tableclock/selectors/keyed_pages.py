"""Which clocks and overlays show what there is to show, for web/unchanged_answers.py."""

import re

from tableclock.selectors.versions import overlay_versions_of, versions_of
from tournaments.public.selectors.request_coalescing import CoalescedVersions
from web.unchanged_answers import ConfirmedKeys, KeyedPage

REDRAWN_AFTER_S = 30.0
"""After so long an overlay is drawn again, for what its version does not cover: ratings, and the name of the event."""

overlay_keys = ConfirmedKeys(REDRAWN_AFTER_S)
clock_versions = CoalescedVersions[str](versions_of)
overlay_versions = CoalescedVersions[str](overlay_versions_of)


def _is_log_current(_path: str, code: str, key: str) -> bool:
    return clock_versions.of(code.lower()) == key


def _is_overlay_current(_path: str, code: str, key: str) -> bool:
    version = overlay_versions.of(code.lower())
    return version is not None and overlay_keys.has(code.lower(), key, version)


KEYED_PAGES = (
    KeyedPage(
        re.compile(r"/clock/([-\w]+)/log/", re.ASCII),
        "table-clock-log",
        _is_log_current,
        names_time=True,
    ),
    KeyedPage(re.compile(r"/overlay/([-\w]+)/", re.ASCII), "overlay", _is_overlay_current),
)
