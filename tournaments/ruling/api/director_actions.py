"""The actions of directors, by the verb that the API calls them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.conduct_penalties import ImposeConductPenalty
from tournaments.ruling.services.lineups import NameLineup, UseTeamOrder
from tournaments.ruling.services.pay_table import SetPayTable
from tournaments.ruling.services.record_only import REPLAY
from tournaments.ruling.services.redraw_rulings import KeepBracket, KeepStage, RedrawStage
from tournaments.ruling.services.result_rulings import (
    ForfeitPairing,
    Reopen,
    SetResult,
    VoidResult,
)
from tournaments.ruling.services.rounds import HoldRound, PairByHand, SetRoundTerms
from tournaments.ruling.services.set_score import SetScore
from tournaments.ruling.services.slot_overrides import SetSlot, SwapSlots
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.venue_change import MovePairing, MoveRound
from tournaments.ruling.services.withdrawal import WithdrawEntry
from web.errors import NotFound

Data = Mapping[str, Any]
Action = DirectorAction[Any]


def action_of(tournament: Tournament, data: Data) -> Action:
    """What the checked data of a ruling asks for. Refused: not_here, when it is about another tournament."""
    action = ACTIONS[data["verb"]](tournament, data)
    if action.tournament_id() != tournament.pk:
        raise NotFound("not_here", "This is not part of the tournament.")
    return action


def _given(data: Data, *names: str) -> dict[str, Any]:
    return {name: data[name] for name in names if name in data}


def _on_pairing(data: Data) -> dict[str, Any]:
    return {"pairing_id": data["pairing"], "redraw": data["redraw"], **_given(data, "board")}


def _correct(tournament: Tournament, data: Data) -> Action:
    if data["effect"] == REPLAY:
        return _void(tournament, data)
    score = None
    if "winner_points" in data:
        score = {data["winner"]: data["winner_points"], data["loser"]: data["loser_points"]}
    return SetResult(winner=data["winner"], score=score, effect=data["effect"], **_on_pairing(data))


def _forfeit(_tournament: Tournament, data: Data) -> Action:
    return ForfeitPairing(losers=tuple(data["losers"]), **_on_pairing(data))


def _void(_tournament: Tournament, data: Data) -> Action:
    return VoidResult(**_on_pairing(data))


def _reopen(_tournament: Tournament, data: Data) -> Action:
    facts = _on_pairing(data)
    facts["board"] = facts.get("board") or 1
    return Reopen(replay_game=data["replay_game"], **facts)


def _score(_tournament: Tournament, data: Data) -> Action:
    points = {score["entry"]: score["points"] for score in data["scores"]}
    return SetScore(pairing_id=data["pairing"], score=points, board=data.get("board") or 1)


def _seat(_tournament: Tournament, data: Data) -> Action:
    return SetSlot(pairing_id=data["pairing"], side=data["side"], entry=data.get("entry"))


def _swap(_tournament: Tournament, data: Data) -> Action:
    return SwapSlots(
        pairing_id=data["pairing"],
        side=data["side"],
        other_id=data["other_pairing"],
        other_side=data["other_side"],
    )


def _leave(_tournament: Tournament, data: Data) -> Action:
    return WithdrawEntry(entry_id=data["entry"], verb=data["verb"])


def _penalty(_tournament: Tournament, data: Data) -> Action:
    return ImposeConductPenalty(entry_id=data["entry"], kind=data["kind"], points=data["points"])


def _undo(_tournament: Tournament, data: Data) -> Action:
    return Undo(ruling_id=data["ruling"], redraw=data["redraw"])


def _hold(_tournament: Tournament, data: Data) -> Action:
    return HoldRound(round_id=data["round"], open=data["verb"] == "release_round")


def _terms(_tournament: Tournament, data: Data) -> Action:
    return SetRoundTerms(round_id=data["round"], **_given(data, "length", "clock", "rules"))


def _pair_by_hand(_tournament: Tournament, data: Data) -> Action:
    return PairByHand(round_id=data["round"], pairs=tuple((a, b) for a, b in data["pairs"]))


def _redraw(tournament: Tournament, data: Data) -> Action:
    return RedrawStage(stage_id=_stage(tournament, data))


def _keep_stage(tournament: Tournament, data: Data) -> Action:
    return KeepStage(stage_id=_stage(tournament, data))


def _keep_bracket(tournament: Tournament, data: Data) -> Action:
    return KeepBracket(stage_id=_stage(tournament, data))


def _move_pairing(_tournament: Tournament, data: Data) -> Action:
    return MovePairing(pairing_id=data["pairing"], on_board=data["on_board"])


def _move_round(_tournament: Tournament, data: Data) -> Action:
    return MoveRound(round_id=data["round"], on_board=data["on_board"])


def _pay_table(tournament: Tournament, data: Data) -> Action:
    return SetPayTable(tournament=tournament.pk, pay_table=data["pay_table"])


def _lineup(_tournament: Tournament, data: Data) -> Action:
    players = tuple(data["players"])
    return NameLineup(pairing_id=data["pairing"], entry=data["entry"], players=players)


def _team_order(_tournament: Tournament, data: Data) -> Action:
    return UseTeamOrder(round_id=data["round"])


def _stage(tournament: Tournament, data: Data) -> int:
    pk = tournament.stages.filter(number=data["stage"]).values_list("pk", flat=True).first()
    if pk is None:
        raise NotFound("no_such_stage", _("This no longer exists. Reload the page."))
    return pk


ACTIONS: Mapping[str, Callable[[Tournament, Data], Action]] = {
    "correct_result": _correct,
    "forfeit": _forfeit,
    "void_result": _void,
    "reopen": _reopen,
    "score": _score,
    "seat": _seat,
    "swap": _swap,
    "withdraw": _leave,
    "disqualify": _leave,
    "penalty": _penalty,
    "undo": _undo,
    "hold_round": _hold,
    "release_round": _hold,
    "round_terms": _terms,
    "pair_by_hand": _pair_by_hand,
    "redraw_stage": _redraw,
    "keep_stage": _keep_stage,
    "keep_bracket": _keep_bracket,
    "move_pairing": _move_pairing,
    "move_round": _move_round,
    "pay_table": _pay_table,
    "lineup": _lineup,
    "team_order": _team_order,
}
