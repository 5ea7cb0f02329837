"""Files of eXtreme Gammon and BGBlitz: the match, which games checks and stores, and what the file says of its decisions."""

import logging
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from analysis.alignment import Misaligned, align
from analysis.engine.file_process import ReaderBusy, can_read, read_match_file
from analysis.engine.unpacking import kind_of
from analysis.models import ImportedAnalysis
from games.engine.rules import HIGHEST_CUBE
from games.match_readers import ForeignMatch
from games.models import Match
from games.records.mat_reader import LONGEST_MATCH
from games.records.match_file import (
    MOST_EVENTS,
    MOST_GAMES,
    Cubed,
    Event,
    FiledGame,
    FiledMatch,
    FilePlace,
    FileRefused,
    Rolled,
    Won,
    cut_line,
    date_in,
    name_in,
)
from games.records.reading import MOST_BYTES
from games.selectors.records import record_of
from web.errors import DomainError

logger = logging.getLogger(__name__)


def read_match(data: bytes) -> ForeignMatch | None:
    """A hook of games/match_readers.py. Starts a process for each file and waits for it."""
    if not kind_of(data):
        return None
    if len(data) > MOST_BYTES:
        raise FileRefused("file_too_large", most=MOST_BYTES // 1024)
    if not can_read():
        raise FileRefused("no_reader")
    try:
        answer = read_match_file(data)
    except ReaderBusy:
        raise DomainError("busy", _("The site is busy. Try again in a minute."), 503) from None
    if "refused" in answer:
        place = FilePlace(**answer.get("place", {}))
        raise FileRefused(answer["refused"], place, **answer.get("params", {}))
    match = answer["match"]
    return ForeignMatch(_filed(match), partial(_keep, match["analysis"]))


def _keep(analysis: dict[str, Any] | None, match: Match) -> None:
    """Beside the match, never among our own analyses. A file whose figures are of other plays leaves none."""
    if analysis is None:
        return
    result = analysis["result"]
    try:
        decisions = align(record_of(match), result["decisions"])
    except Misaligned as error:
        logger.warning("the analysis in a file was left out: %s", error)
        return
    ImportedAnalysis.objects.create(
        match=match,
        program=analysis["program"][:40],
        level=analysis["level"][:20],
        result={"decisions": decisions, "totals": result["totals"]},
    )


def _filed(match: dict[str, Any]) -> FiledMatch:
    length, games = match["length"], match["games"]
    if length is not None and not 0 < length <= LONGEST_MATCH:
        raise FileRefused("long_match", most=LONGEST_MATCH)
    if len(games) > MOST_GAMES:
        raise FileRefused("many_games", FilePlace(game=MOST_GAMES + 1), most=MOST_GAMES)
    if sum(len(game["events"]) for game in games) > MOST_EVENTS:
        raise FileRefused("long_file", most=MOST_EVENTS)
    cap = match["cube_limit"]
    is_cap = isinstance(cap, int) and 2 <= cap < HIGHEST_CUBE and not cap & (cap - 1)
    place = FilePlace()
    return FiledMatch(
        source=match["kind"],
        names=(name_in(match["names"][0], place), name_in(match["names"][1], place)),
        length=length,
        games=tuple(_game(number, game) for number, game in enumerate(games, start=1)),
        crawford=bool(match["crawford"]),
        jacoby=bool(match["jacoby"]),
        beavers=bool(match["beaver"]) and length is None,
        cube=cap != 1,
        cube_cap=cap if is_cap else None,
        played_on=date_in(match["date"]),
        event=cut_line(match["event"]),
        site=cut_line(match["site"]),
    )


def _game(number: int, game: dict[str, Any]) -> FiledGame:
    rows = game["events"]
    last_roll = max((at for at, row in enumerate(rows) if row[0] == "roll"), default=-1)
    events = (_event(number, row, may_be_left=at == last_roll) for at, row in enumerate(rows))
    score = None if game["score"] is None else (game["score"][0], game["score"][1])
    return FiledGame(
        number, FilePlace(game=number), score, tuple(events), crawford=game["crawford"]
    )


def _event(number: int, row: list[Any], *, may_be_left: bool) -> Event:
    word, seat, *rest = row
    place = FilePlace(game=number, row=rest[-1])
    if word == "won":
        return Won(place, seat, rest[0])
    if word != "roll":
        return Cubed(place, seat, word)
    dice, play = rest[0], rest[1]
    if not all(isinstance(die, int) and 1 <= die <= 6 for die in dice):
        raise FileRefused("bad_dice", place)
    if play is not None:
        return Rolled(place, seat, (dice[0], dice[1]), "played", play)
    return Rolled(place, seat, (dice[0], dice[1]), "blank" if may_be_left else "danced")
