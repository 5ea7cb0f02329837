"""What the review page says around the board: made from a review (selectors/review.py), asks nothing itself."""

from typing import Any

from django.utils.translation import gettext as _

from games.models import Match
from games.records.frames import CUBE_KINDS
from games.selectors.review import Review
from games.statistics_texts import duration
from games.views import table_context

SEATS = ("A", "B")


def marks() -> dict[str, str]:
    return {"now": _("Crawford"), "after": _("Post-Crawford")}


def page_of(found: Match, told: Review, shown: Review) -> dict[str, Any]:
    """The context of templates/games/review.html for one step."""
    chapters = told["chapters"]
    chapter = chapters[shown["chapter"]] if chapters else None
    return {
        "told": told,
        "shown": shown,
        "said": shown["say"] or _("The start: nothing has been thrown yet."),
        "steps": _steps(told, shown),
        "chapter": chapter,
        "cube_story": cube_story(told, shown),
        "sides": [_side(found, told, shown, i) for i in (1, 0)],
        "spent": _("%(time)s used") % {"time": duration(shown["spent"])} if shown["spent"] else "",
        "mark": marks().get(shown["crawford"], ""),
        "label": table_context.colours_label(*told["names"]),
        "end": told["frames"][-1],
    }


def cube_story(told: Review, shown: Review) -> list[Review]:
    """What the cube did in this game up to here, each with the score it was done at."""
    return [
        frame
        for frame in told["frames"]
        if frame["kind"] in CUBE_KINDS
        and frame["chapter"] == shown["chapter"]
        and frame["seq"] <= shown["seq"]
    ]


def _steps(told: Review, shown: Review) -> dict[str, int | None]:
    """The numbers that the plain links lead to; None where there is nothing further."""
    seqs = [frame["seq"] for frame in told["frames"]]
    at = seqs.index(shown["seq"])
    firsts = [one["first"] for one in told["chapters"]]
    here = shown["seq"]
    return {
        "first": seqs[0] if at else None,
        "back": seqs[at - 1] if at else None,
        "next": seqs[at + 1] if at + 1 < len(seqs) else None,
        "last": seqs[-1] if at + 1 < len(seqs) else None,
        "game_back": max((seq for seq in firsts if seq < here), default=None),
        "game_next": min((seq for seq in firsts if seq > here), default=None),
    }


def _side(found: Match, told: Review, shown: Review, i: int) -> dict[str, Any]:
    seat = SEATS[i]
    held = [one.player for one in found.seats.all() if one.seat == seat]
    return {
        "seat": seat,
        "name": told["names"][i],
        "url": table_context.player_url(held[0].pk) if len(held) == 1 else "",
        "score": shown["score"][i],
        "away": shown["away"][i] if shown["away"] else None,
        "pips": shown["pips"][i],
        "off": shown["off"][i],
        "clock": clock_text(shown["clock"][i]) if shown["clock"] else "",
        "turn": shown["turn"] == seat,
    }


def clock_text(ms: int) -> str:
    """As on the table: rounded up, so that 0:00 means that nothing is left."""
    seconds = -(-ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02}" if seconds < 3600 else duration(seconds * 1000)
