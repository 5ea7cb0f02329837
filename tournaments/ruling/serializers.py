"""What of rulings goes in and out under /api/v1/."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rest_framework import serializers

from accounts.serializers import KnownFields
from tournaments.models import ConductPenalty
from tournaments.ruling.services.preview import ConfirmationNeeded
from tournaments.ruling.services.record_only import BRACKET, RECORD, REPLAY

BIG = 2**53
MOST_PAIRS = 4096
NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "correct_result": ("pairing", "winner"),
    "forfeit": ("pairing", "losers"),
    "void_result": ("pairing",),
    "reopen": ("pairing",),
    "score": ("pairing", "scores"),
    "seat": ("pairing", "side"),
    "swap": ("pairing", "side", "other_pairing", "other_side"),
    "withdraw": ("entry",),
    "disqualify": ("entry",),
    "penalty": ("entry", "kind"),
    "undo": ("ruling",),
    "hold_round": ("round",),
    "release_round": ("round",),
    "round_terms": ("round",),
    "pair_by_hand": ("round", "pairs"),
    "redraw_stage": ("stage",),
    "keep_stage": ("stage",),
    "keep_bracket": ("stage",),
    "move_pairing": ("pairing", "on_board"),
    "move_round": ("round", "on_board"),
    "pay_table": ("pay_table",),
    "lineup": ("pairing", "entry", "players"),
    "team_order": ("round",),
}
"""The verbs, each with the fields that it cannot do without."""


def number(**more: Any) -> serializers.IntegerField:
    """The number of a row."""
    return serializers.IntegerField(**{"required": False, "min_value": 1, "max_value": BIG, **more})


class EntryScoreIn(KnownFields):
    """The points of one side."""

    entry = number(required=True)
    points = serializers.IntegerField(min_value=0, max_value=999)


class RulingIn(KnownFields):
    """A ruling. Which fields it needs follows from its verb:

    - correct_result: `pairing`, `winner`. `effect`: bracket moves everything that follows; record corrects only the
      record, and the bracket stands; replay voids the match and needs no `winner`.
    - forfeit: `pairing`, `losers`. void_result, reopen: `pairing`. score: `pairing`, `scores` of both sides.
    - seat: `pairing`, `side`, and the `entry` that gets the slot; without one nobody has it.
    - swap: `pairing`, `side`, `other_pairing`, `other_side`, of the same round.
    - withdraw, disqualify: `entry`. penalty: `entry`, `kind`, and `points` for a penalty in points.
    - hold_round, release_round: `round`. round_terms: `round` and any of `length`, `clock`, `rules`.
    - pair_by_hand: `round`, `pairs`. redraw_stage, keep_stage, keep_bracket: `stage`.
    - move_pairing, move_round: `pairing` or `round`, and `on_board`. pay_table: `pay_table`. undo: `ruling`.
    - lineup: `pairing`, `entry`, `players`. team_order: `round`, whose teams without a line-up play in their order.
    """

    verb = serializers.ChoiceField(choices=list(NEEDED))
    reason = serializers.CharField(min_length=3, max_length=500)
    pairing = number()
    entry = number()
    ruling = number()
    round = number(help_text="The id of a round")
    stage = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="The number of a stage, from 1"
    )
    board = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=5,
        help_text="Of a team match: one board; left out for all",
    )
    winner = number(help_text="An entry")
    losers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIG),
        required=False,
        max_length=2,
        help_text="Entries",
    )
    winner_points = serializers.IntegerField(required=False, min_value=0, max_value=999)
    loser_points = serializers.IntegerField(required=False, min_value=0, max_value=999)
    loser = number(help_text="An entry; needed where points are given")
    scores = EntryScoreIn(many=True, required=False, help_text="The points of both sides")
    side = serializers.IntegerField(required=False, min_value=1, max_value=2)
    other_pairing = number()
    other_side = serializers.IntegerField(required=False, min_value=1, max_value=2)
    pairs = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=BIG, allow_null=True),
            min_length=2,
            max_length=2,
        ),
        required=False,
        min_length=1,
        max_length=MOST_PAIRS,
        help_text="Entries two by two; null beside an entry is a bye",
    )
    length = serializers.IntegerField(required=False, min_value=1, max_value=99)
    clock = serializers.DictField(
        required=False, allow_null=True, help_text="As in a tournament; null for the usual clock"
    )
    rules = serializers.DictField(
        required=False, allow_null=True, help_text="As in a tournament; null for the usual rules"
    )
    kind = serializers.ChoiceField(choices=ConductPenalty.Kind.choices, required=False)
    points = serializers.IntegerField(required=False, min_value=0, max_value=99, default=0)
    on_board = serializers.BooleanField(required=False, help_text="Over the board, else online")
    pay_table = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        max_length=200,
        help_text='Lines {"section", "place", "share"}; empty for no prizes',
    )
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIG),
        required=False,
        max_length=5,
        help_text="Players, board by board",
    )
    replay_game = serializers.BooleanField(
        required=False, default=False, help_text="With reopen: the last game is played again"
    )
    effect = serializers.ChoiceField(
        choices=[BRACKET, RECORD, REPLAY],
        required=False,
        default=BRACKET,
        help_text="What a corrected result changes",
    )
    redraw = serializers.BooleanField(
        required=False, help_text="Draw the rounds after it anew", default=False
    )
    preview = serializers.BooleanField(
        required=False, default=False, help_text="Only say what would move"
    )
    confirm = serializers.CharField(
        required=False,
        max_length=64,
        allow_blank=True,
        default="",
        help_text="The digest of a preview; needed where matches that have begun become void",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        verb, needed = attrs["verb"], NEEDED[attrs["verb"]]
        if attrs["effect"] != BRACKET and verb != "correct_result":
            raise serializers.ValidationError({"effect": "Only for correct_result."})
        if attrs["effect"] == REPLAY:
            needed = ("pairing",)
        if "winner_points" in attrs or "loser_points" in attrs:
            needed = (*needed, "winner_points", "loser_points", "loser")
        if verb == "round_terms" and not attrs.keys() & {"length", "clock", "rules"}:
            raise serializers.ValidationError({"length": "Give length, clock or rules."})
        _require(attrs, needed)
        return attrs


def _require(attrs: Mapping[str, Any], needed: Iterable[str]) -> None:
    if missing := [name for name in needed if name not in attrs]:
        raise serializers.ValidationError(dict.fromkeys(missing, "This field is required."))


class RulingOut(serializers.Serializer[object]):
    """A line of the record; `undone` when it was taken back."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    verb = serializers.CharField()
    about = serializers.CharField()
    pairing = serializers.IntegerField(source="pairing_id", allow_null=True)
    summary = serializers.CharField()
    reason = serializers.CharField()
    undone = serializers.BooleanField()
    can_undo = serializers.BooleanField()


class MoveOut(serializers.Serializer[object]):
    """One thing that becomes another: a slot, a pairing, a match, a round, a place, a prize, the champion, the status.

    kept: a stage that has begun keeps its field (before), though another (after) would go on to it now.
    """

    kind = serializers.CharField()
    key = serializers.SerializerMethodField()
    before = serializers.SerializerMethodField()
    after = serializers.SerializerMethodField()
    state = serializers.CharField()

    def get_key(self, move: Any) -> list[str]:
        return [str(part) for part in move.key]

    def get_before(self, move: Any) -> str | None:
        return None if move.before is None else str(move.before)

    def get_after(self, move: Any) -> str | None:
        return None if move.after is None else str(move.after)


class PreviewOut(serializers.Serializer[object]):
    """What would move; send the digest as `confirm` to say yes to exactly that."""

    digest = serializers.CharField()
    needs_confirmation = serializers.BooleanField()
    moves = MoveOut(many=True, source="changes")


class UnconfirmedOut(serializers.Serializer[object]):
    """Nothing was changed: matches that have begun would become void. `digest` and `moves` come with the codes
    needs_confirmation and stale_preview; send the digest as `confirm`."""

    code = serializers.CharField()
    detail = serializers.CharField()
    digest = serializers.CharField(required=False)
    moves = MoveOut(many=True, required=False)


def unconfirmed(error: ConfirmationNeeded) -> dict[str, Any]:
    """The answer to a change that has to be confirmed first."""
    return {
        "code": error.code,
        "detail": error.detail,
        "digest": error.preview.digest,
        "moves": error.preview.changes,
    }
