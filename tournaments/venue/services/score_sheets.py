"""The score sheet of a match over the board: its games in order, the Crawford game marked by the rule (R10.5).

Who may report a score may write; when the score reaches the match length, the sheet is the report.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine.rules import Rules
from tournaments.bracket.selectors.agreement import is_session, rules_of
from tournaments.core.locking import save_changed
from tournaments.models import SheetGame, Slip
from tournaments.venue.selectors.score_sheet import ScoreSheet, sheet_of
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Claim, Reporter, session_claim
from web.errors import DomainError

WORTHS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class GameScore:
    """The score of a game: its winner, single, gammon or backgammon, and the cube."""

    winner: int
    worth: int = 1
    cube: int = 1


@transaction.atomic
def add_game(
    slip_id: int, who: Reporter, game: GameScore, *, number: int, now: datetime
) -> ScoreSheet:
    """Add the next game. `number` is that of the game on the author's page, so that a game sent twice is added once.

    Refused: sheet_full, bad_game (400), bad_cube (400), game_written.
    """
    slip, tournament = reporting.open_slip(slip_id, now)
    rules = rules_of(tournament, slip.pairing.round)
    sheet = sheet_of(slip, rules)
    if number < 1:
        raise DomainError(
            "bad_game", _("This page is out of date. Reload it and try again."), status=400
        )
    if number <= len(sheet.games):
        same = sheet.games[number - 1]
        if (same.winner, same.worth, same.cube) == (game.winner, game.worth, game.cube):
            return sheet
        text = _("This game is already recorded. Reload the page.")
        raise DomainError("game_written", text)
    _require_possible(sheet, rules, game, slip)
    SheetGame.objects.create(
        slip=slip,
        number=len(sheet.games) + 1,
        winner_id=game.winner,
        worth=game.worth,
        cube=game.cube,
        crawford=sheet.next_is_crawford,
        by=who.user,
        at=now,
    )
    if slip.begun_at is None:
        slip.begun_at = now
        slip.save(update_fields=["begun_at"])
    save_changed(tournament)
    sheet = sheet_of(slip, rules)
    if sheet.over and who.side is not None:
        reporting.report(slip_id, who, _claim(sheet, slip), now=now)
    return sheet


@transaction.atomic
def take_back_game(slip_id: int, *, number: int, now: datetime) -> ScoreSheet:
    """Remove the last game. Refused: not_the_last."""
    slip, tournament = reporting.open_slip(slip_id, now)
    last = slip.games.order_by("number").last()
    if last is None or last.number != number:
        raise DomainError("not_the_last", _("Only the last game can be undone. Reload the page."))
    last.delete()
    save_changed(tournament)
    return sheet_of(slip, rules_of(tournament, slip.pairing.round))


def _require_possible(sheet: ScoreSheet, rules: Rules, game: GameScore, slip: Slip) -> None:
    if sheet.over:
        raise DomainError("sheet_full", _("The match is over."))
    if game.winner not in (slip.entry_a_id, slip.entry_b_id) or game.worth not in WORTHS:
        text = _("Choose the winner and the type of win: single, gammon or backgammon.")
        raise DomainError("bad_game", text, status=400)
    if game.cube < 1 or game.cube & (game.cube - 1) or game.cube > rules.highest_cube:
        text = _("The cube value must be 1, 2, 4, 8, 16, 32, 64 …")
        raise DomainError("bad_cube", text, status=400)
    if game.cube > 1 and sheet.next_is_crawford:
        text = _("No doubling in the Crawford game.")
        raise DomainError("bad_cube", text, status=400)
    if game.cube > 1 and not rules.cube_possible:
        raise DomainError("bad_cube", _("This match is played without a cube."), status=400)


def _claim(sheet: ScoreSheet, slip: Slip) -> Claim:
    score = dict(zip((slip.entry_a_id, slip.entry_b_id), sheet.score, strict=True))
    if is_session(slip.pairing.round):
        return session_claim(score)
    return Claim(sheet.winner or 0, score)
