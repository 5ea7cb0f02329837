"""What happens before a game: a seed is sealed, both players are ready, their nonces come in."""

from typing import Any

from games.engine import dice as fair
from games.engine.actions import Epoch, Nonce, NoncesClosed, Ready
from games.engine.frozen_copy import replace
from games.engine.permissions import require, require_going
from games.engine.refusals import refused
from games.engine.seats import Seat
from games.engine.state import MatchState, NonceStatus


def open_epoch(state: MatchState, action: Epoch) -> MatchState:
    require_going(replace(state, paused=False))
    if state.sealed:
        raise refused("epoch_open")
    if action.epoch != state.epoch + 1:
        raise refused("wrong_epoch")
    return replace(
        state,
        epoch=action.epoch,
        commitment=action.commitment,
        sealed=True,
        shared=action.shared,
    )


def ready(state: MatchState, action: Ready) -> MatchState:
    require(state, action.seat, "ready")
    both = _with(state.ready, action.seat, True)
    if state.phase == "joining":
        state = _with_hash(state, action)
    state = replace(state, ready=both)
    if both != (True, True):
        return state
    return _nonces_complete(replace(state, phase="nonces"))


def _with_hash(state: MatchState, action: Ready) -> MatchState:
    status: NonceStatus = "none" if action.nonce_hash is None else "awaited"
    return replace(
        state,
        nonce_hashes=_with(state.nonce_hashes, action.seat, action.nonce_hash),
        nonce_status=_with(state.nonce_status, action.seat, status),
    )


def nonce(state: MatchState, action: Nonce) -> MatchState:
    """A nonce that does not fit its hash counts as empty and is shown as such."""
    require(state, action.seat, "nonce")
    promised = state.nonce_hashes[0 if action.seat == "A" else 1]
    fits = fair.nonce_hash(action.nonce) == promised
    status: NonceStatus = "given" if fits else "wrong"
    state = replace(
        state,
        nonces=_with(state.nonces, action.seat, action.nonce if fits else ""),
        nonce_status=_with(state.nonce_status, action.seat, status),
    )
    return _nonces_complete(state)


def close_nonces(state: MatchState, action: NoncesClosed) -> MatchState:
    require_going(state)
    if state.phase != "nonces":
        raise refused("nonces_not_open")
    a, b = state.nonce_status
    status = ("missing" if a == "awaited" else a, "missing" if b == "awaited" else b)
    return _nonces_complete(replace(state, nonce_status=status))


def _nonces_complete(state: MatchState) -> MatchState:
    """Once nothing is awaited the dice are settled and play goes on (a reopened game where it was)."""
    return state if "awaited" in state.nonce_status else replace(state, phase="playing")


def _with(pair: tuple[Any, Any], seat: Seat, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == "A" else (pair[0], value)
