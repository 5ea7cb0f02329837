"""What of accounts goes in and out under /api/v1/."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from accounts.models import ApiToken, AppAccess, Player, Scope
from accounts.services.bot_accounts import LONGEST_OWNER
from accounts.session_models import LoginSession


class KnownFields(serializers.Serializer[Any]):
    """What comes in has no field but these: a misspelt one would be one left out."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (unknown := [n for n in data if n not in self.fields]):
            message = "Unknown field."
            raise serializers.ValidationError({str(name)[:42]: [message] for name in unknown[:9]})
        return super().to_internal_value(data)


class PlayerOut(serializers.ModelSerializer[Player]):
    """A name at the table; the login behind it is never shown."""

    country = serializers.CharField(source="country.code", help_text="ISO 3166-1 alpha-2, or empty")
    is_bot = serializers.BooleanField()

    class Meta:
        model = Player
        fields = ["id", "name", "country", "is_bot"]


class PlayerDetailOut(PlayerOut):
    """A player; of a bot account also who owns it, where the owner shows that."""

    bot_owner = serializers.SerializerMethodField()

    class Meta(PlayerOut.Meta):
        fields = [*PlayerOut.Meta.fields, "bot_owner"]

    def get_bot_owner(self, player: Player) -> str:
        user = player.user
        return user.bot_owner if user is not None and user.shows_bot_owner else ""


class BotAccountIn(KnownFields):
    """Who answers for a bot account."""

    owner = serializers.CharField(max_length=LONGEST_OWNER, help_text="Staff read it")
    shows_owner = serializers.BooleanField(
        default=False, help_text="Everybody reads the owner on the bot’s page"
    )


class BotAccountOut(serializers.Serializer[object]):
    """Whether an account is a bot."""

    is_bot = serializers.BooleanField()
    owner = serializers.CharField(allow_blank=True)
    shows_owner = serializers.BooleanField()
    may_change = serializers.BooleanField(
        help_text="It has not played or entered a tournament, so that it may become a bot or a person’s again"
    )


class MeOut(serializers.Serializer[object]):
    """Who this session or token is."""

    username = serializers.CharField()
    verified = serializers.BooleanField(help_text="May create tournaments")
    time_zone = serializers.CharField()
    player = PlayerOut()


class TokenOut(serializers.ModelSerializer[ApiToken]):
    """A token without its text."""

    class Meta:
        model = ApiToken
        fields = ["id", "name", "prefix", "scopes", "created_at", "expires_at", "last_used_at"]


class NewTokenOut(TokenOut):
    """The answer to a creation, the only place where the text stands."""

    token = serializers.CharField()

    class Meta(TokenOut.Meta):
        fields = [*TokenOut.Meta.fields, "token"]


class TokenIn(KnownFields):
    """What a new token is for and what it may do."""

    name = serializers.CharField(max_length=80)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Scope.choices),
        default=[Scope.READ, Scope.PLAY],
        min_length=1,
        max_length=len(Scope),
    )
    days = serializers.IntegerField(
        default=None, min_value=1, max_value=3650, help_text="Until it ends; at most a year"
    )


class AppOut(serializers.ModelSerializer[AppAccess]):
    """An app with access, and what the user agreed to."""

    name = serializers.CharField(source="client.name")
    scopes = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = AppAccess
        fields = ["id", "name", "scopes", "granted_at", "last_used_at"]


class SessionOut(serializers.ModelSerializer[LoginSession]):
    """Where the user is logged in."""

    browser = serializers.CharField(help_text="In words, as far as the browser names itself")
    network = serializers.CharField(
        help_text="The IPv4 address, or the /64 of the IPv6 address, of the last use; may be empty"
    )
    is_current = serializers.SerializerMethodField(help_text="The session of this request")

    class Meta:
        model = LoginSession
        fields = ["id", "browser", "network", "last_used_at", "is_current"]

    def get_is_current(self, row: LoginSession) -> bool:
        own: str | None = self.context["own"]
        return row.session_key == own
