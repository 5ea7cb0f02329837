"""What the review page shows around the board: made from a review (selectors/review.py), asks nothing itself."""

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


def page_of(match: Match, review: Review, shown: Review) -> dict[str, Any]:
    """The context of templates/games/review.html for one step."""
    chapters = review["chapters"]
    chapter = chapters[shown["chapter"]] if chapters else None
    return {
        "review": review,
        "shown": shown,
        "sentence": shown["say"] or _("Starting position."),
        "steps": _steps(review, shown),
        "chapter": chapter,
        "cube_story": cube_story(review, shown),
        "sides": [_side(match, review, shown, i) for i in (1, 0)],
        "spent": _("%(time)s used") % {"time": duration(shown["spent"])} if shown["spent"] else "",
        "mark": marks().get(shown["crawford"], ""),
        "label": table_context.colours_label(*review["names"]),
        "end": review["frames"][-1],
    }


def cube_story(review: Review, shown: Review) -> list[Review]:
    """What the cube did in this game up to here, each with the score it was done at."""
    return [
        frame
        for frame in review["frames"]
        if frame["kind"] in CUBE_KINDS
        and frame["chapter"] == shown["chapter"]
        and frame["seq"] <= shown["seq"]
    ]


def _steps(review: Review, shown: Review) -> dict[str, int | None]:
    """The numbers that the plain links lead to; None where there is nothing further."""
    seqs = [frame["seq"] for frame in review["frames"]]
    at = seqs.index(shown["seq"])
    firsts = [chapter["first"] for chapter in review["chapters"]]
    here = shown["seq"]
    return {
        "first": seqs[0] if at else None,
        "back": seqs[at - 1] if at else None,
        "next": seqs[at + 1] if at + 1 < len(seqs) else None,
        "last": seqs[-1] if at + 1 < len(seqs) else None,
        "game_back": max((seq for seq in firsts if seq < here), default=None),
        "game_next": min((seq for seq in firsts if seq > here), default=None),
    }


def _side(match: Match, review: Review, shown: Review, i: int) -> dict[str, Any]:
    seat = SEATS[i]
    players = [seat_row.player for seat_row in match.seats.all() if seat_row.seat == seat]
    return {
        "seat": seat,
        "name": review["names"][i],
        "url": table_context.player_url(players[0].pk) if len(players) == 1 else "",
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
