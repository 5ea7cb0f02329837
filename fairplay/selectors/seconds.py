"""How long a player took for each choice of a live match, from its log."""

from collections.abc import Iterable

from fairplay.evidence.choices import CountedChoice
from games.models import Action, Match
from games.selectors.vacations import is_correspondence

ASKED_BY = {
    "play": ("roll", "opening_roll"),
    "double": ("play",),
    "take": ("double",),
    "drop": ("double",),
}
"""What comes right before a choice, so that the time between is the time it took. After a pause or a ruling it is not known."""
LONGEST_S = 600.0


def seconds_of(match: Match, choices: Iterable[CountedChoice]) -> tuple[list[float], list[float]]:
    """The seconds of the easy and of the hard choices; empty in correspondence. One query."""
    easy: list[float] = []
    hard: list[float] = []
    if is_correspondence(match):
        return easy, hard
    rows = Action.objects.filter(match=match).order_by("seq").values_list("seq", "kind", "at")
    log = {seq: (kind, at) for seq, kind, at in rows}
    for choice in choices:
        before, own = log.get(choice.seq - 1), log.get(choice.seq)
        if before is None or own is None or before[0] not in ASKED_BY.get(choice.kind, ()):
            continue
        seconds = round((own[1] - before[1]).total_seconds(), 1)
        if 0 <= seconds <= LONGEST_S:
            (hard if choice.is_hard else easy).append(seconds)
    return easy, hard
