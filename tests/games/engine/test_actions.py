"""The log's rows: every action reads back from its own JSON, and garbage is refused with a code."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import actions as act
from games.engine.errors import RulesError
from games.engine.rulings import RulingKind
from tests.games.engine.examples import DIGEST, EXAMPLES


@pytest.mark.parametrize("action", EXAMPLES, ids=repr)
def test_an_action_reads_back_from_its_json(action: act.Action) -> None:
    payload = json.loads(json.dumps(action.to_json()))
    assert act.from_json(action.kind, getattr(action, "seat", "") or "", payload) == action


def test_the_examples_name_every_kind() -> None:
    asked_for_a_player = "roll_asked"  # a client sends "roll"; the log says what became of it
    kinds = {*act.PLAYER_KINDS, *act.SERVER_KINDS, asked_for_a_player}
    assert {a.kind for a in EXAMPLES} == kinds
    assert {a.what for a in EXAMPLES if isinstance(a, act.DirectorRuling)} == set(
        get_args(RulingKind)
    )


BAD: list[tuple[object, object, object]] = [
    ("roll", "A", None),
    ("roll", "A", []),
    ("roll", "C", {}),
    ("roll", None, {}),
    ("roll", "A", {"dice": [0, 7]}),
    ("roll", "A", {"dice": [1]}),
    ("roll", "A", {"dice": [True, 1]}),
    ("roll", "A", {"dice": [1.0, 1]}),
    ("roll", "A", {"dice": {"0": 1}}),
    ("roll", "A", {"more": 1}),
    ("play", "A", {}),
    ("play", "A", {"moves": []} | {"text": ""}),
    ("play", "A", {"moves": [[24]]}),
    ("play", "A", {"moves": [[26, 20]]}),
    ("play", "A", {"moves": [[24, 25]]}),
    ("play", "A", {"moves": [[5, 4]] * 5}),
    ("play", "A", {"moves": "24/18"}),
    ("play", "A", {"text": 7}),
    ("play", "A", {"text": "6/5 " * 100}),
    ("ready", "A", {"nonce_hash": "AB" * 32}),
    ("ready", "A", {"nonce_hash": 1}),
    ("nonce", "A", {}),
    ("nonce", "A", {"nonce": "a|b"}),
    ("offer_resign", "A", {"level": "all"}),
    ("offer_resign", "A", {"level": 1}),
    ("offer_resign", "A", {"level": []}),
    ("double", "A", {"x": 1}),
    ("epoch", "", {"epoch": 0, "commitment": DIGEST}),
    ("opening_roll", "", {}),
    ("flag", "", {"at": 5}),
    ("forfeit", "", {"losers": ["B", "A"]}),
    ("forfeit", "", {"losers": []}),
    ("forfeit", "", {"losers": [["A"]]}),
    ("ruling", "", {}),
    ("ruling", "", {"kind": "mercy"}),
    ("ruling", "", {"kind": "score"}),
    ("ruling", "", {"kind": "score", "score": {"A": 1}, "points": {"A": 1}}),
    ("ruling", "", {"kind": "score", "score": {}}),
    ("ruling", "", {"kind": "score", "score": {"A": -1}}),
    ("ruling", "", {"kind": "score", "score": {"C": 1}}),
    ("ruling", "", {"kind": "result", "winner": "C"}),
    ("ruling", "", {"kind": "result", "scope": "game", "points": 1}),
    ("ruling", "", {"kind": "result", "winner": "A", "points": 1}),
    ("ruling", "", {"kind": "pause", "reason": 5}),
    ("ruling", "", {"kind": "reopen", "replay_game": 1}),
    ("juggle", "A", {}),
    (None, "A", {}),
    ([], "A", {}),
]


@pytest.mark.parametrize(("kind", "seat", "payload"), BAD, ids=repr)
def test_a_wrong_shape_is_refused(kind: object, seat: object, payload: object) -> None:
    with pytest.raises(RulesError) as refused:
        act.from_json(kind, seat, payload)
    assert refused.value.code == "bad_action"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["dice", "moves", "score", "A"]), inner, max_size=3)
    ),
    max_leaves=8,
)
KEYS = [
    "dice",
    "moves",
    "text",
    "level",
    "nonce",
    "nonce_hash",
    "kind",
    "score",
    "points",
    "winner",
]


@given(
    kind=st.sampled_from([*act.PLAYER_KINDS, *act.SERVER_KINDS]),
    seat=st.sampled_from(["A", "B", ""]),
    payload=json_values | st.dictionaries(st.sampled_from(KEYS), json_values, max_size=3),
)
def test_garbage_gives_an_action_or_a_refusal_never_a_crash(
    kind: str, seat: str, payload: Any
) -> None:
    assert read(kind, seat, payload) in (kind, "bad_action")


def read(kind: object, seat: object, payload: object) -> str:
    """The kind of what was read, or the code of the refusal."""
    try:
        return act.from_json(kind, seat, payload).kind
    except RulesError as refused:
        return refused.code


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("opening_roll", {"dice": [1, 2]}), ("roll", {"dice": [6, 6]}), ("flag", {"at": "now"})],
)
def test_a_player_brings_no_dice_and_takes_no_action_of_the_server(
    kind: str, payload: dict[str, Any]
) -> None:
    with pytest.raises(RulesError) as refused:
        act.from_client(kind, "A", payload)
    assert refused.value.code == "bad_action"


def test_a_player_s_action_is_read() -> None:
    assert act.from_client("roll", "A", {}) == act.Roll("A")
    assert act.from_client("play", "B", {"text": "6/5"}) == act.MakePlay("B", text="6/5")
