"""Who you are: User (the login), Player (the name at the table; needs no login) and ApiToken (a login for programs)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import pgettext_lazy
from django_countries.fields import CountryField

from accounts.session_models import LoginSession, SpentGrant  # noqa: F401  # their tables
from web.folding import fold


class ChallengesFrom(models.TextChoices):
    EVERYBODY = "everybody", "everybody"
    FOLLOWED = "followed", "people I follow"
    PLAYED = "played", "people I have played"
    NOBODY = "nobody", "nobody"


class User(AbstractUser):
    """A login. `access_version` is raised to close every open session, ticket and token of this user.

    A guest plays bots without having signed up: they have no password and no address, and `guest_seen_at` is when they
    were here last. It is null for everybody who signed up (services/guests.py, guest_request.py).

    While `zone_follows_browser`, each login brings the zone of that browser (browser_zone.py). `last_seen_at` is written every
    ten minutes at most (last_seen.py); others read it where `shows_last_seen`.

    `openid_subject` is how other sites know this user (`sub` in OpenID Connect). It is null until they let a first app in.
    `bot_owner` is who answers for a bot account; staff read it, and everybody where `shows_bot_owner` (services/bot_accounts.py).
    """

    email = models.EmailField("email", blank=True)
    access_version = models.PositiveIntegerField(default=0, editable=False)
    suspended_at = models.DateTimeField("suspended at", null=True, blank=True)
    suspended_until = models.DateTimeField("suspended until", null=True, blank=True)
    suspended_because = models.CharField("reason for the suspension", max_length=300, blank=True)
    time_zone = models.CharField("time zone", max_length=64, default="UTC")
    zone_follows_browser = models.BooleanField(
        "time zone as in the browser", default=True, db_default=True
    )
    language = models.CharField("language", max_length=8, blank=True, default="")
    table_prefs = models.JSONField("table preferences", default=dict, blank=True)
    mail_match_ready = models.BooleanField("email me when my match is ready", default=True)
    mail_challenges = models.BooleanField(
        "email me when someone challenges me", default=True, db_default=True
    )
    mail_turns = models.BooleanField(
        "email me when it is my turn in a correspondence match", default=True, db_default=True
    )
    challenges_from = models.CharField(
        "who may send challenges",
        max_length=12,
        choices=ChallengesFrom.choices,
        default=ChallengesFrom.EVERYBODY,
        db_default=ChallengesFrom.EVERYBODY,
    )
    shows_last_seen = models.BooleanField(
        "shows when they were last online", default=True, db_default=True
    )
    last_seen_at = models.DateTimeField("last seen", null=True, blank=True, editable=False)
    bot_owner = models.CharField(
        "owner of the bot", max_length=80, blank=True, default="", db_default=""
    )
    shows_bot_owner = models.BooleanField(
        "shows the owner of the bot", default=False, db_default=False
    )
    guest_seen_at = models.DateTimeField("guest, last seen", null=True, blank=True, editable=False)
    openid_subject = models.UUIDField(null=True, unique=True, editable=False)

    class Meta(AbstractUser.Meta):
        permissions = [
            ("suspend_user", "May suspend accounts and lift suspensions"),
            ("impersonate_user", "May view the site as another user, read only"),
        ]
        indexes = [
            models.Index(
                "suspended_until",
                name="accounts_user_let_in_due",
                condition=models.Q(suspended_until__isnull=False),
            ),
            models.Index(
                "guest_seen_at",
                name="accounts_user_guest_seen",
                condition=models.Q(guest_seen_at__isnull=False),
            ),
        ]

    @property
    def is_suspended(self) -> bool:
        return self.suspended_at is not None

    @property
    def is_guest(self) -> bool:
        return self.guest_seen_at is not None

    def set_password(self, raw_password: str | None) -> None:
        """A new password also ends every ticket and token given out under the old one (design: access version)."""
        super().set_password(raw_password)
        self.access_version += 1

    def check_password(self, raw_password: str | None) -> bool:
        """As Django's; a hash made anew for the same password ends nothing."""

        def made_anew(raw_password: str) -> None:
            super(User, self).set_password(raw_password)
            self._password = None
            self.save(update_fields=["password"])

        return check_password(raw_password, self.password, made_anew)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What an open session must still match: a raised access version ends every session, too."""
        return salted_hmac(
            "accounts.session",
            f"{self.password}:{self.access_version}",
            secret=secret,
            algorithm="sha256",
        ).hexdigest()


class BotKind(models.TextChoices):
    """Which bot a player is. The site plays the bots from Beginner to World class, weakest first; the last three need the
    engine (analysis/services/house_bots.py). A bot account is played by a program of its owner, through the API."""

    NONE = "", "a person"
    RANDOM = "random", pgettext_lazy("bot", "Beginner")
    STEADY = "steady", pgettext_lazy("bot", "Improver")
    CLUB = "club", pgettext_lazy("bot", "Club player")
    EXPERT = "expert", pgettext_lazy("bot", "Expert")
    WORLD_CLASS = "world_class", pgettext_lazy("bot", "World class")
    ACCOUNT = "account", pgettext_lazy("bot", "Bot account")


NOT_HOUSE_BOTS = (BotKind.NONE.value, BotKind.ACCOUNT.value)
"""The kinds of players whom the site does not play: people, and the bots of its users."""
BOT_MARK = " (bot)"
LONGEST_NAME = 80


class FoldedName(models.TextField):
    """The name of the same row, folded for searching; written whenever the row is, by `bulk_create` too."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        folded = fold(getattr(model_instance, "name", ""))
        setattr(model_instance, self.attname, folded)
        return folded


class Player(models.Model):
    """A name at the table; walk-ins and bots have no user."""

    user = models.OneToOneField(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    name = models.CharField("name", max_length=LONGEST_NAME)
    search_name = FoldedName(editable=False, default="", db_default="")
    country = CountryField("country", blank=True)
    bot_kind = models.CharField(
        "bot", max_length=12, choices=BotKind.choices, default=BotKind.NONE, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)
    anonymised_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "player"
        verbose_name_plural = "players"
        ordering = ["name", "id"]
        permissions = [("merge_player", "May merge two players")]
        indexes = [
            models.Index("search_name", "id", name="accounts_player_by_name"),
            models.Index(
                "id", name="accounts_player_former", condition=models.Q(anonymised_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """A new name can be searched for at once, and that of a bot account keeps its mark."""
        if self.bot_kind == BotKind.ACCOUNT:
            self.name = marked_as_bot(self.name)
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "search_name"}
        super().save(*args, update_fields=update_fields, **options)

    @property
    def is_bot(self) -> bool:
        return self.bot_kind != BotKind.NONE

    @property
    def is_house_bot(self) -> bool:
        """Does the site play this bot?"""
        return self.bot_kind not in NOT_HOUSE_BOTS


def marked_as_bot(name: str) -> str:
    """The name with the mark of bots behind it, shortened where it would be too long."""
    return name if name.endswith(BOT_MARK) else name[: LONGEST_NAME - len(BOT_MARK)] + BOT_MARK


class Scope(models.TextChoices):
    READ = "read", "read"
    PLAY = "play", "read and play"
    DIRECT = "direct", "read, play and direct"


def all_scopes() -> list[str]:
    return [Scope.READ, Scope.PLAY, Scope.DIRECT]


class AppAccess(models.Model):
    """A user lets an app (a client of OpenID Connect) act for them. It ends with the access version that it was granted under.

    `scopes` are those the user agreed to, of OpenID Connect and of the API.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="app_accesses")
    client = models.ForeignKey(
        "allauth_idp_oidc.Client", on_delete=models.CASCADE, related_name="accesses"
    )
    scopes = models.JSONField("scopes", default=list)
    access_version = models.PositiveIntegerField(editable=False)
    granted_at = models.DateTimeField("granted")
    last_used_at = models.DateTimeField("last used", null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "app with access"
        verbose_name_plural = "apps with access"
        ordering = ["-granted_at", "-id"]
        default_permissions = ("view", "delete")
        constraints = [models.UniqueConstraint("user", "client", name="appaccess_once")]

    def __str__(self) -> str:
        return f"{self.client_id}: {self.user_id}"


class ApiToken(models.Model):
    """A token for bots and scripts; only its digest is kept, and it dies with its user's access version.

    `access` is the app that an access token of OpenID Connect was issued to; null for a token that the user made.
    """

    access = models.ForeignKey(
        AppAccess, null=True, blank=True, on_delete=models.CASCADE, related_name="api_tokens"
    )
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField("name", max_length=80)
    prefix = models.CharField("starts with", max_length=12)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField("scopes", default=all_scopes)
    access_version = models.PositiveIntegerField(editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField("expires", null=True, blank=True)
    last_used_at = models.DateTimeField("last used", null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "API token"
        verbose_name_plural = "API tokens"
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    def is_alive(self, now: datetime) -> bool:
        """Not expired, its user active and not suspended, and no password change or suspension since."""
        user = self.user
        if self.expires_at is not None and self.expires_at <= now:
            return False
        return (
            user.is_active and not user.is_suspended and self.access_version == user.access_version
        )


class IdempotentRequest(models.Model):
    """A POST of the API with an `Idempotency-Key`. `digest` says what was asked; `mark` says which request carries it out.

    `status`, `headers` and the encrypted `body` are the answer; `status` is null until there is one.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=255)
    digest = models.CharField(max_length=64, editable=False)
    mark = models.CharField(max_length=32, editable=False)
    at = models.DateTimeField(db_index=True)
    claimed_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True, editable=False)
    headers = models.JSONField(default=dict, editable=False)
    body = models.TextField(blank=True, editable=False)

    class Meta:
        verbose_name = "request with an idempotency key"
        verbose_name_plural = "requests with idempotency keys"
        constraints = [models.UniqueConstraint("user", "key", name="idempotentrequest_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.key}"


class AuditLine(models.Model):
    """One action of staff: who, when, what, to what, from where. Written by services/audit.py, never changed.

    Names are stored beside the ids, so that a line can be read when its object is gone.
    """

    at = models.DateTimeField("time", db_index=True)
    by = models.ForeignKey(
        User,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
        verbose_name="by",
    )
    by_name = models.CharField("name", max_length=150)
    what = models.CharField("action", max_length=40, db_index=True)
    model = models.CharField("type", max_length=60, blank=True)
    object_id = models.CharField("id", max_length=64, blank=True)
    object_name = models.CharField("object", max_length=200, blank=True)
    before = models.JSONField("before", default=dict, blank=True)
    after = models.JSONField("after", default=dict, blank=True)
    reason = models.CharField("reason", max_length=300, blank=True)
    ip = models.GenericIPAddressField("network address", null=True, blank=True)

    class Meta:
        verbose_name = "audit trail line"
        verbose_name_plural = "audit trail"
        ordering = ["-at", "-id"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["model", "object_id"], name="auditline_by_object")]

    def __str__(self) -> str:
        return f"{self.what} {self.object_name}".strip()


class Impersonation(models.Model):
    """A member of staff sees the site as `user` does, until `until` at the latest; `ended_at` null while it lasts."""

    staff = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField("reason", max_length=300)
    began_at = models.DateTimeField("started")
    until = models.DateTimeField("until")
    ended_at = models.DateTimeField("ended", null=True, blank=True)

    class Meta:
        verbose_name = "impersonation"
        verbose_name_plural = "impersonations"
        ordering = ["-began_at", "-id"]
        default_permissions = ("view",)
        indexes = [
            models.Index(
                "until", name="impersonation_open", condition=models.Q(ended_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.staff} → {self.user}"
