"""Serializers of tournaments under /api/v1/. Output reads the rows of the selectors; input is checked for
shape only, services refuse what does not fit."""

from datetime import datetime

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.selectors import login_name
from accounts.serializers import KnownFields
from tournaments.bracket.match_serializers import PlayerRefOut
from tournaments.bracket.selectors.lists import entrant_ref
from tournaments.bracket.selectors.rows import StandingRow
from tournaments.formats.plans import LARGEST
from tournaments.models import Tournament, Venue
from tournaments.setup.services.settings_checks import MOST_SPECIAL
from tournaments.setup.services.stage_checks import MOST_STAGES
from tournaments.standings.tie_breaks import TIE_BREAKS

MOST_ENTRIES = max(LARGEST.values())
KINDS_APART = ["club", "country", "family"]


class TournamentOut(serializers.ModelSerializer[Tournament]):
    """A tournament in a list."""

    organizer = serializers.SerializerMethodField(help_text="The name at the table")
    event = serializers.SerializerMethodField(
        help_text="The address of its event, if that is public"
    )
    entries = serializers.IntegerField(source="entry_count")
    live = serializers.IntegerField(source="live_count", help_text="Matches that are on")
    champion = serializers.SerializerMethodField()
    is_entered = serializers.BooleanField(help_text="Whether you are entered")
    updated_at = serializers.SerializerMethodField(help_text="When `version` rose last")
    where = serializers.SerializerMethodField(help_text="Online, over the board, or both")

    class Meta:
        model = Tournament
        fields = [
            "slug", "name", "status", "format", "where", "organizer", "starts_at", "time_zone",
            "event", "division", "entry_limit", "entries", "live", "champion", "is_entered",
            "created_at", "started_at", "finished_at", "version", "updated_at",
        ]  # fmt: skip

    @extend_schema_field(serializers.ChoiceField(choices=Venue.Where.choices))
    def get_where(self, tournament: Tournament) -> str:
        venue = getattr(tournament, "venue", None)
        return Venue.Where.ONLINE.value if venue is None else venue.where

    def get_updated_at(self, tournament: Tournament) -> datetime:
        return tournament.updated_at or tournament.created_at

    def get_organizer(self, tournament: Tournament) -> str:
        return login_name(tournament.organizer)

    def get_event(self, tournament: Tournament) -> str | None:
        event = tournament.event
        return event.slug if event is not None and event.is_public else None

    @extend_schema_field(PlayerRefOut(allow_null=True))
    def get_champion(self, tournament: Tournament) -> dict[str, object] | None:
        if tournament.champion is None:
            return None
        return dict(PlayerRefOut(entrant_ref(tournament.champion)).data)


class CardLineOut(serializers.Serializer[object]):
    """A line of the rule card."""

    label = serializers.CharField()  # type: ignore[assignment]  # collected, never an attribute
    text = serializers.CharField()


class TournamentDetailOut(TournamentOut):
    """A tournament with what was agreed; `draw_seed` is published with the draw, for anyone to check."""

    card = CardLineOut(source="card_lines", many=True)
    agreed = serializers.JSONField(help_text="The same as data")

    class Meta(TournamentOut.Meta):
        fields = [
            *TournamentOut.Meta.fields,
            "description",
            "draw_seed",
            "card",
            "agreed",
            "options",
            "lengths",
            "later_stages",
            "special_terms",
            "publishes",
            "tie_breaks",
            "entry_kind",
            "boards",
            "names_lineups",
            "apart",
            "late_entry",
            "reentries",
            "reentry_keeps_line",
            "prize_pool",
            "pay_table",
            "spectator_delay_s",
            "delay_results",
            "same_dice",
            "rated",
            "admits_bots",
        ]


class TournamentIn(KnownFields):
    """A new tournament; everything but the name has a default."""

    name = serializers.CharField(max_length=120)
    description = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    time_zone = serializers.CharField(required=False, max_length=64)
    entry_limit = serializers.IntegerField(
        required=False, allow_null=True, min_value=2, max_value=MOST_ENTRIES
    )
    format = serializers.CharField(
        required=False, max_length=32, help_text="See /api/v1/formats, there are the options too"
    )
    options = serializers.DictField(required=False)
    later_stages = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        max_length=MOST_STAGES - 1,
        help_text='{"format", "take"} and, if wanted, "options", "lengths", "clock", "rules", '
        '"draw_method" (standing, random, seeded), "seeded_top". "take" says who goes on: '
        '{"cut": "top" | "top_of_group" | "wins", "n"} or {"cut": "survivors"}',
    )
    special_terms = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        max_length=MOST_SPECIAL,
        help_text='Where: "stage", "section", "from_end" (0 is the last round), each may be left '
        'out. What is other there: "length", "clock", "rules". Later ones win',
    )
    publishes = serializers.BooleanField(required=False)
    tie_breaks = serializers.ListField(
        child=serializers.CharField(max_length=32),
        required=False,
        max_length=len(TIE_BREAKS),
        help_text=f"In order, out of {', '.join(TIE_BREAKS)}; empty for the usual order",
    )
    entry_kind = serializers.ChoiceField(choices=Tournament.EntryKind.choices, required=False)
    boards = serializers.IntegerField(
        required=False, min_value=1, max_value=5, help_text="Of a team 3 to 5, else 1"
    )
    names_lineups = serializers.BooleanField(
        required=False, help_text="Captains name who plays at which board before each match"
    )
    apart = serializers.ListField(
        child=serializers.ChoiceField(choices=KINDS_APART), required=False, max_length=3
    )
    late_entry = serializers.BooleanField(required=False)
    reentries = serializers.IntegerField(required=False, min_value=0, max_value=9)
    reentry_keeps_line = serializers.BooleanField(required=False)
    prize_pool = serializers.IntegerField(required=False, min_value=0, max_value=2_000_000_000)
    pay_table = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        max_length=200,
        help_text='Lines {"section", "place", "share"}; shares are per cent and make at most 100',
    )
    preset = serializers.CharField(required=False, help_text="Name of a rule preset")
    rules = serializers.DictField(required=False, help_text="Options laid over the preset's")
    clock = serializers.DictField(
        required=False,
        allow_null=True,
        help_text='{"preset", "kind"} or {"kind", "reserve_ms_per_point", "delay_ms"}; "lag_ms": how much of the time '
        'on its way a match gives back; "overtime_ms": what a player has when their reserve has run out; {"kind": "correspondence", "days"} for 1 to 14 days a turn',
    )
    lengths = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=99),
        required=False,
        min_length=1,
        max_length=12,
        help_text="From the final backwards; the last number serves all earlier rounds",
    )
    draw_method = serializers.ChoiceField(choices=Tournament.DrawMethod.choices, required=False)
    seeded_top = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_ENTRIES
    )
    join_within_s = serializers.IntegerField(required=False, min_value=10, max_value=604_800)
    spectator_delay_s = serializers.IntegerField(required=False, min_value=0, max_value=3600)
    delay_results = serializers.BooleanField(
        required=False,
        help_text="Spectators see results, next pairings and standings late too; needs `spectator_delay_s`",
    )
    same_dice = serializers.BooleanField(
        required=False,
        help_text="The tables of a round roll the same dice, and the field score counts; Swiss only",
    )
    chat = serializers.BooleanField(
        required=False, help_text="Chat at the tables; may be changed at any time"
    )
    rated = serializers.BooleanField(
        required=False,
        help_text="Results change ratings; fixed at the start. Pairs and teams are never rated",
    )
    admits_bots = serializers.BooleanField(
        required=False,
        help_text="Bot accounts may enter; may be changed at any time. Bots that have entered stay",
    )
    bot_pace_ms = serializers.IntegerField(required=False, min_value=0, max_value=60_000)
    where = serializers.ChoiceField(
        choices=Venue.Where.choices, required=False, help_text="Fixed at the start"
    )


class EntryOut(serializers.Serializer[object]):
    """An entry; `number` is its place in the drawn order. A pair or a team has its own name and its captain's id."""

    id = serializers.IntegerField()
    player = PlayerRefOut()
    members = PlayerRefOut(many=True, help_text="Of a pair or a team, in order of the boards")
    seed = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    status = serializers.CharField(help_text="`invited`: not accepted yet, and not drawn")
    entered_at = serializers.DateTimeField()


class SlotOut(serializers.Serializer[object]):
    """One side of a pairing."""

    side = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["pending", "bye", "entry"])
    entry = serializers.IntegerField(allow_null=True)
    player = PlayerRefOut(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    is_winner = serializers.BooleanField()
    source = serializers.CharField()  # type: ignore[assignment]  # collected, never an attribute


class PairingOut(serializers.Serializer[object]):
    """A place in the draw with its match, if there is one."""

    id = serializers.IntegerField()
    key = serializers.CharField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["waiting", "ready", "joining", "playing", "done"])
    outcome = serializers.CharField()
    slots = SlotOut(many=True)
    match = serializers.UUIDField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    advanced = serializers.IntegerField(
        allow_null=True,
        help_text="The entry that advanced although it did not win: the result was corrected for the record only",
    )


class RoundOut(serializers.Serializer[object]):
    """A column of a bracket: `section` is main, losers, final, consolation, last_chance or the name of a group."""

    stage = serializers.IntegerField(help_text="Counted from 1")
    section = serializers.CharField()
    number = serializers.IntegerField()
    name_key = serializers.CharField()
    name = serializers.CharField()
    length = serializers.IntegerField()
    open = serializers.BooleanField()
    done = serializers.BooleanField()
    pairings = PairingOut(many=True)


class BracketQuery(serializers.Serializer[object]):
    """Which rounds: all unless something is asked. `round` is its `number`."""

    stage = serializers.IntegerField(required=False, min_value=1, max_value=100)
    bracket = serializers.CharField(
        required=False, max_length=16, help_text="main, consolation, last_chance or a group"
    )
    round = serializers.IntegerField(required=False, min_value=1, max_value=10_000)


class StandingQuery(serializers.Serializer[object]):
    """Which table."""

    stage = serializers.IntegerField(required=False, min_value=1, max_value=100)
    bracket = serializers.CharField(
        required=False, max_length=16, help_text="main, consolation, last_chance or a group"
    )


class StandingOut(serializers.Serializer[object]):
    """A line of the standings; places are null while they are still played for."""

    place_from = serializers.IntegerField(allow_null=True)
    place_to = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField()
    player = PlayerRefOut()
    status = serializers.CharField()
    played = serializers.IntegerField(
        help_text="won + lost + tied: forfeits and walkovers count, byes do not"
    )
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    tied = serializers.IntegerField(help_text="Sessions that ended with equal points")
    points = serializers.FloatField(help_text="A half is possible for a round that was missed")
    tie_breaks = serializers.SerializerMethodField()
    byes = serializers.IntegerField()
    lives = serializers.IntegerField(allow_null=True, help_text="Null where lives are not counted")

    @extend_schema_field(serializers.DictField(child=serializers.FloatField(allow_null=True)))
    def get_tie_breaks(self, row: StandingRow) -> dict[str, float | None]:
        """By name; null where one could not be asked."""
        return {
            name: None if value is None else float(value) for name, value in row.tie_breaks.items()
        }
