"""Random but legal match play: a payload for every kind of action, and what the server owes."""

from collections.abc import Mapping
from random import Random

from games.engine import actions as act
from games.engine.actions import Action, PlayerAction
from games.engine.dice import nonce_hash
from games.engine.match import MatchState, may
from games.engine.plays import legal_plays
from games.engine.seats import Seat
from tests.games.engine.playing import COMMITMENT

NONCE = "secret"
SEATS: tuple[Seat, Seat] = ("A", "B")
LEVELS: tuple[act.Level, ...] = ("single", "gammon", "backgammon")
# How often a kind is chosen when it is allowed: patient players end games on the board, gamblers
# turn the cube.
PATIENT = {"roll": 10, "play": 10, "double": 0.5, "take": 3, "offer_resign": 0.1, "ready": 9}
GAMBLER = {"roll": 5, "play": 5, "double": 9, "take": 4, "beaver": 8, "raccoon": 8, "ready": 9}


def roll(random: Random) -> act.Dice:
    return random.randint(1, 6), random.randint(1, 6)


def player_action(state: MatchState, seat: Seat, kind: str, random: Random) -> PlayerAction:
    """An action of the kind with a payload that is legal if the kind is."""
    if kind == "ready":
        return act.Ready(seat, random.choice([None, nonce_hash(NONCE)]))
    if kind == "nonce":
        return act.Nonce(seat, random.choice([NONCE, "wrong"]))
    if kind == "roll":
        return act.Roll(seat, roll(random))
    if kind == "play":
        return act.MakePlay(seat, some_moves(state, random))
    if kind == "offer_resign":
        declined = state.game.declined_level if state.game else 0
        return act.OfferResign(seat, random.choice(LEVELS[min(declined, 2) :]))
    return act.from_client(kind, seat, {})


def some_moves(state: MatchState, random: Random) -> act.Moves:
    game = state.game
    if game is None or game.dice is None:
        return ((24, 18),)
    play = random.choice(legal_plays(game.board, game.dice))
    return tuple((move.source, move.target) for move in play.moves)


def server_action(state: MatchState, random: Random) -> Action | None:
    """What the server would append now."""
    if state.waiting_for == "epoch":
        return act.Epoch(state.epoch + 1, COMMITMENT)
    if state.waiting_for == "opening_roll" or (state.phase == "break" and not state.paused):
        die = random.randint(1, 6)
        return act.OpeningRoll(random.choice([(die, die), roll(random), roll(random)]))
    if state.waiting_for == "nonce":
        return act.NoncesClosed()
    return None


def next_action(
    state: MatchState, random: Random, style: Mapping[str, float] = PATIENT
) -> Action | None:
    """Something allowed, chosen at random; None when only a ruling could go on."""
    options: list[Action] = []
    weights: list[float] = []
    for seat in SEATS:
        for kind, refused in may(state, seat).items():
            if refused is None and kind != "concede":
                options.append(player_action(state, seat, kind, random))
                weights.append(style.get(kind, 1))
    if (owed := server_action(state, random)) is not None:
        options.append(owed)
        weights.append(9)
    return random.choices(options, weights)[0] if options else None
