"""The table as one viewer sees it, described for the schema; games/selectors/view.py makes it."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from games.models import MatchStatus

WAITING = [
    "epoch", "ready", "nonce", "opening_roll", "roll", "dice", "play", "answer_double",
    "answer_resign",
]  # fmt: skip
LEVELS = ["single", "gammon", "backgammon"]

View = dict[str, Any]


def numbers(text: str, **given: Any) -> serializers.DictField:
    return serializers.DictField(child=serializers.IntegerField(), help_text=text, **given)


SIDE = inline_serializer(
    "TableSide",
    {
        "id": serializers.IntegerField(allow_null=True),
        "name": serializers.CharField(),
        "country": serializers.CharField(allow_blank=True),
        "is_bot": serializers.BooleanField(),
        "is_house_bot": serializers.BooleanField(help_text="The site plays this bot"),
        "people": serializers.ListField(child=serializers.DictField()),
    },
    allow_null=True,
)
CUBE = inline_serializer(
    "Cube",
    {
        "value": serializers.IntegerField(),
        "owner": serializers.CharField(allow_null=True, help_text="A, B, or null: in the middle"),
        "offered": serializers.IntegerField(
            allow_null=True, help_text="The value a pending double would bring"
        ),
        "in_use": serializers.BooleanField(help_text="False in a Crawford game"),
        "automatic": serializers.IntegerField(help_text="Automatic doubles of this game"),
    },
)
STEPS = inline_serializer(
    "Steps",
    {
        "start": serializers.CharField(),
        "nodes": serializers.DictField(
            child=serializers.ListField(child=serializers.ListField()),
            help_text="By name: the steps from there, each [from, to, die, name of the next node, hits]",
        ),
        "ends": serializers.ListField(
            child=serializers.CharField(), help_text="Where a play is whole, and nowhere else"
        ),
    },
    allow_null=True,
    help_text="When you have to play: every legal play is a way from start to one of ends; send its [from, to] in order",
)
LAST_PLAY = inline_serializer(
    "LastPlay",
    {
        "seat": serializers.CharField(),
        "dice": serializers.ListField(child=serializers.IntegerField()),
        "moves": serializers.ListField(
            child=serializers.ListField(), help_text="[from, to, 1 for a hit], its mover's numbers"
        ),
        "text": serializers.CharField(),
    },
    allow_null=True,
)
RESIGN = inline_serializer(
    "ResignOffer",
    {
        "by": serializers.CharField(),
        "level": serializers.ChoiceField(choices=LEVELS),
        "points": serializers.IntegerField(),
    },
    allow_null=True,
)
OUTCOME = inline_serializer(
    "Outcome",
    {
        "winner": serializers.CharField(allow_null=True),
        "reason": serializers.CharField(),
    },
    allow_null=True,
    help_text="Null until the match is over",
)


class ViewOut(serializers.Serializer[View]):
    """The table as you may see it. Points are numbered by A on `board`, by the mover in steps, moves and plays."""

    match = serializers.UUIDField()
    seq = serializers.IntegerField(help_text="The last action it shows; expected_seq of your next")
    now = serializers.IntegerField(
        help_text="When it was made. Moments are milliseconds since 1970"
    )
    status = serializers.ChoiceField(choices=MatchStatus.choices)
    paused = serializers.BooleanField()
    seat = serializers.CharField(allow_null=True, help_text="Yours: A or B; null for a spectator")
    may = serializers.DictField(
        help_text="Each kind of action: null if you may, else [code, sentence]. Empty for a spectator"
    )
    waiting_for = serializers.ChoiceField(
        choices=WAITING, allow_null=True, help_text="What happens next; null when over or paused"
    )
    to_act = serializers.CharField(
        allow_null=True, help_text="The seat that owes it; null around games, when both may"
    )
    ready = serializers.DictField(child=serializers.BooleanField(), help_text="By seat")
    last_game = serializers.BooleanField(help_text="The open-ended session ends after this game")
    end_asked = serializers.DictField(
        child=serializers.BooleanField(),
        help_text="By seat: who asks to end the open-ended session now",
    )
    steps = STEPS
    cube_note = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="[code, sentence]: why a double that you may make can gain nothing",
    )
    length = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField(allow_null=True)
    score = numbers("By seat")
    away = numbers("Points still needed, by seat; null in a session", allow_null=True)
    crawford = serializers.ChoiceField(choices=["none", "before", "now", "after"])
    game = serializers.IntegerField(help_text="Which game it is, from 1")
    board = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="26 numbers, A's checkers above 0 and B's below: 1 to 24 A's points, 25 A's bar, 0 B's bar",
    )
    off = numbers("Borne off, by seat")
    pips = numbers("By seat")
    cube = CUBE
    dice = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    turn = serializers.CharField(allow_null=True, help_text="Whose turn it is, answers aside")
    last_play = LAST_PLAY
    resign = RESIGN
    drop_costs = serializers.IntegerField(
        allow_null=True, help_text="What a drop would lose; null without a double"
    )
    resign_costs = serializers.ListField(
        child=serializers.IntegerField(), help_text="Single, gammon and backgammon now"
    )
    resign_declined = serializers.IntegerField(
        help_text="Highest level declined in this position: 0 none, 1 single, 2 gammon, 3 backgammon"
    )
    results = serializers.ListField(
        child=serializers.DictField(), help_text="A line each game that is over"
    )
    outcome = OUTCOME
    clock = serializers.DictField(
        allow_null=True,
        help_text=(
            "reserve_ms by seat as of `at`; `running` names the seat whose time runs, after delay_left_ms. "
            "In correspondence: days of a turn, reserve_ms left of it, and vacation_until by seat"
        ),
    )
    next_at = serializers.IntegerField(
        allow_null=True, help_text="When a wait ends: to join, for nonces, between games"
    )
    dice_proof = serializers.DictField(help_text="The commitment, and the seed when it is over")
    shared_dice = inline_serializer(
        "TableSharedDice",
        {
            "id": serializers.UUIDField(),
            "game": serializers.IntegerField(help_text="The game of the next roll"),
            "roll": serializers.IntegerField(help_text="Its number within that game"),
            "waits": serializers.BooleanField(
                help_text="The roll comes by itself when every table is ready for it"
            ),
        },
        allow_null=True,
        help_text="Set where other tables roll the same dice",
    )
    context = serializers.DictField(  # type: ignore[assignment]  # collected, never an attribute
        help_text="What the table knows of its tournament"
    )
    rules_card = serializers.ListField(child=serializers.CharField())
    players = inline_serializer("TablePlayers", {"A": SIDE, "B": SIDE})
