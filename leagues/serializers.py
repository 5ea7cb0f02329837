"""What the API of leagues takes and gives."""

from typing import Any

from rest_framework import serializers

from accounts.serializers import KnownFields
from leagues.models import LONGEST_NAME, LONGEST_SHORT_NAME, MOST_MOVING
from leagues.promotion.moves import PROMOTION, PROMOTION_PLAY_OFF, RELEGATION, RELEGATION_PLAY_OFF
from leagues.selectors.next_season import MOST_JOINING, MOST_PLAYERS, NextLine, NextPreview
from leagues.selectors.tables import DivisionTable, TableLine
from leagues.services.leagues import LONGEST_ABOUT
from leagues.services.seasons import MOST_DIVISIONS

BIG = 2**53


class LeagueOut(serializers.Serializer[Any]):
    """A league."""

    slug = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    club = serializers.CharField(
        source="shown_club.slug", default=None, allow_null=True, help_text="The slug of its club"
    )


class LeagueIn(KnownFields):
    """The settings of a league."""

    name = serializers.CharField(min_length=3, max_length=LONGEST_NAME)
    about = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_ABOUT)
    club = serializers.SlugField(
        required=False, allow_null=True, help_text="The slug of a club whose officer you are"
    )


class LeagueSeasonIn(KnownFields):
    """A season without divisions."""

    name = serializers.CharField(max_length=LONGEST_SHORT_NAME)


class LeagueSeasonOut(serializers.Serializer[Any]):
    """A season in a list, counted from 1. `champion` won the first division; null before that is over."""

    number = serializers.IntegerField(source="season.number")
    name = serializers.CharField(source="season.name")
    champion = serializers.CharField(source="champion.name", default=None, allow_null=True)


class LeagueLineOut(serializers.Serializer[TableLine]):
    """A player of a division. Before the draw `place`, `played`, `won` and `lost` are null."""

    player = serializers.IntegerField(source="player.id")
    name = serializers.CharField(source="player.name")
    place = serializers.IntegerField(source="row.place_from", default=None, allow_null=True)
    played = serializers.IntegerField(source="row.played", default=None, allow_null=True)
    won = serializers.IntegerField(source="row.won", default=None, allow_null=True)
    lost = serializers.IntegerField(source="row.lost", default=None, allow_null=True)
    zone = serializers.ChoiceField(
        choices=["", PROMOTION, PROMOTION_PLAY_OFF, RELEGATION_PLAY_OFF, RELEGATION],
        help_text="What the place means for the next season; empty for staying",
    )
    withdrawn = serializers.BooleanField(source="has_left")


class LeagueRoundOut(serializers.Serializer[Any]):
    """A round with a deadline."""

    name = serializers.CharField()
    until = serializers.DateTimeField()
    is_over = serializers.BooleanField()


class LeagueDivisionOut(serializers.Serializer[DivisionTable]):
    """A division, its table from the top and its deadlines. `tournament` is null where you may not see it yet."""

    id = serializers.IntegerField(source="division.pk")
    name = serializers.CharField(source="division.name")
    tournament = serializers.SerializerMethodField()
    promoted = serializers.IntegerField(source="rules.promoted")
    relegated = serializers.IntegerField(source="rules.relegated")
    promotion_play_off = serializers.IntegerField(source="rules.promotion_play_off")
    relegation_play_off = serializers.IntegerField(source="rules.relegation_play_off")
    is_over = serializers.BooleanField()
    lines = LeagueLineOut(many=True)
    rounds = LeagueRoundOut(many=True)

    def get_tournament(self, table: DivisionTable) -> str | None:
        return table.division.tournament.slug if table.is_shown else None


class LeagueTablesOut(serializers.Serializer[Any]):
    """A season with its divisions from the top."""

    number = serializers.IntegerField(source="season.number")
    name = serializers.CharField(source="season.name")
    changed_since_next = serializers.BooleanField(
        help_text="Have the standings changed after the next season was prepared?"
    )
    divisions = LeagueDivisionOut(many=True, source="tables")


class LeagueDivisionIn(KnownFields):
    """A tournament that becomes the lowest division, by its slug."""

    tournament = serializers.SlugField()
    name = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_SHORT_NAME)
    relegated = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_MOVING,
        help_text="How many players are relegated; the same number is promoted from below",
    )
    play_off = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_MOVING,
        help_text="How many places on each side of that border lead to a play-off; they are only marked",
    )


class LeagueDivisionChange(KnownFields):
    """The name of a division and how many move."""

    name = serializers.CharField(required=False, max_length=LONGEST_SHORT_NAME)
    relegated = serializers.IntegerField(required=False, min_value=0, max_value=MOST_MOVING)
    play_off = serializers.IntegerField(required=False, min_value=0, max_value=MOST_MOVING)


class LeagueDivisionSettings(serializers.Serializer[Any]):
    """A division that was added or changed."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    relegated = serializers.IntegerField()
    play_off = serializers.IntegerField()


class LeagueMoveIn(KnownFields):
    """A player whom the organizer puts into a division, counted from 0; null: the player does not play next season."""

    player = serializers.IntegerField(min_value=1, max_value=BIG)
    division = serializers.IntegerField(min_value=0, max_value=MOST_DIVISIONS - 1, allow_null=True)


class LeagueJoiningIn(KnownFields):
    """A new player: the number of a player of the site, or the name of a new one. Without a division they enter at the foot."""

    player = serializers.IntegerField(min_value=1, max_value=BIG, required=False)
    name = serializers.CharField(max_length=LONGEST_NAME, required=False)
    division = serializers.IntegerField(min_value=0, max_value=MOST_DIVISIONS - 1, required=False)


class LeagueNextIn(KnownFields):
    """The next season, as the organizer wants it."""

    name = serializers.CharField(
        required=False,
        max_length=LONGEST_SHORT_NAME,
        help_text="Without it the number in the last name rises",
    )
    moves = serializers.ListField(child=LeagueMoveIn(), required=False, max_length=MOST_PLAYERS)
    new_players = serializers.ListField(
        child=LeagueJoiningIn(), required=False, max_length=MOST_JOINING
    )


class LeagueNextLineOut(serializers.Serializer[NextLine]):
    """A player of the next season. Divisions count from 0; `before` is null for a new player."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True)
    move = serializers.ChoiceField(choices=["promoted", "relegated", "stays", "new"])
    withdrawn = serializers.BooleanField(source="has_left")


class LeagueNextDivisionOut(serializers.Serializer[Any]):
    """A division of the next season, from the top."""

    name = serializers.CharField()
    size_before = serializers.IntegerField()
    lines = LeagueNextLineOut(many=True)


class LeagueGoneOut(serializers.Serializer[NextLine]):
    """A player who does not play next season."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True)


class LeagueNextOut(serializers.Serializer[NextPreview]):
    """The next season by the standings and the rules. `is_over`: it can be prepared."""

    is_over = serializers.BooleanField()
    divisions = LeagueNextDivisionOut(many=True)
    gone = LeagueGoneOut(many=True)


class LeagueRefusedOut(serializers.Serializer[Any]):
    """A player who could not be entered."""

    name = serializers.CharField()
    reason = serializers.CharField()


class LeaguePreparedOut(serializers.Serializer[Any]):
    """The season that was made; `is_new` is false if it existed before."""

    number = serializers.IntegerField(source="season.number")
    name = serializers.CharField(source="season.name")
    is_new = serializers.BooleanField()
    refused = LeagueRefusedOut(many=True)
