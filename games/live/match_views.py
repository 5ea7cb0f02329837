"""A match as its viewers see it at one seq, ready to be sent: whole, or what changed since the seq before."""

from time import time
from typing import Any, TypeAlias

from games.live.http import dump
from games.live.source import MatchSource
from games.live.viewer import Viewer
from games.loaded_match import LoadedMatch

Part: TypeAlias = dict[str, Any]
"""Some of the keys of a view."""
Reader: TypeAlias = tuple[str | None, str]
"""Seat and language: everybody with the same two gets the same view."""


class Views:
    """The views of a match at one seq as JSON, in three parts: what lasts, what passes, and what is the seat's own.

    The first is taken over from the views before; the last is made once a seat. `now` is left out until a view is sent,
    for a view made long ago may be sent today. Whoever sees the match late gets the time of what they see, or a clock
    would have run on by the delay. Parts that somebody saw before are compared with, so that only what changed is sent.
    """

    def __init__(
        self,
        source: MatchSource,
        loaded: LoadedMatch,
        delay_s: int = 0,
        before: "Views | None" = None,
    ) -> None:
        self._source, self._loaded, self._delay_s = source, loaded, delay_s
        lasts = before is not None and source.outlasts(before._loaded, loaded)
        self._lasting: dict[str, bytes] = before._lasting if before is not None and lasts else {}
        self._passing: Part = {}
        self._own: dict[Reader, Part] = {}
        self._whole: dict[Reader, bytes] = {}
        self._changes: dict[Reader, bytes] = {}
        self._passing_changes = b""
        # Not `before` itself, or each would hold the one before it.
        self._before = (
            (before._loaded.seq, before._passing, before._own) if before and lasts else None
        )

    def of(self, viewer: Viewer) -> bytes:
        reader = (viewer.seat, viewer.language)
        whole = self._whole.get(reader)
        if whole is None:
            parts = (self._own_of(reader), self._pass())
            own, passing = (dump(part)[1:-1] for part in parts)
            whole = b"%b,%b,%b}" % (own, self._last(viewer.language), passing)
            self._whole[reader] = whole
        return b'{"now":%d,%b' % (self._now(), whole)

    def changes(self, viewer: Viewer, since: int) -> bytes | None:
        """`{"from": since, "now", …}`: the parts of the view that differ from the view at that seq. None when that was not
        the view before, or too much changed: then the whole view is to be sent."""
        if self._before is None or self._before[0] != since:
            return None
        reader = (viewer.seat, viewer.language)
        changes = self._changes.get(reader)
        if changes is None:
            _seq, passing, own = self._before
            if not passing or reader not in own:
                return None
            if not self._passing_changes:
                self._passing_changes = dump(changed_parts(passing, self._pass()))[1:-1]
            changed = changed_parts(own[reader], self._own_of(reader))
            changes = self._passing_changes + (b"," + dump(changed)[1:] if changed else b"}")
            self._changes[reader] = changes
        return b'{"from":%d,"now":%d,%b' % (since, self._now(), changes)

    def _now(self) -> int:
        return int((time() - self._delay_s) * 1000)

    def _last(self, language: str) -> bytes:
        lasting = self._lasting.get(language)
        if lasting is None:
            lasting = dump(self._source.lasting(self._loaded, language))[1:-1]
            self._lasting[language] = lasting
        return lasting

    def _pass(self) -> Part:
        if not self._passing:
            self._passing = self._source.passing(self._loaded)
            del self._passing["now"]
        return self._passing

    def _own_of(self, reader: Reader) -> Part:
        own = self._own.get(reader)
        if own is None:
            own = self._own[reader] = self._source.own(self._loaded, *reader)
        return own


def changed_parts(before: Part, after: Part) -> Part:
    """Both have the same keys. `seq` is always among what changed."""
    return {
        key: value
        for key, value in after.items()
        if value is not before[key] and value != before[key]  # most are the same object
    }
