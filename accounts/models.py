"""Who you are: User (the login), Player (the name at the table; needs no login) and ApiToken (a login for programs)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField

from web.folding import fold


class User(AbstractUser):
    """A login. `access_version` is raised to close every open session, ticket and token of this user."""

    email = models.EmailField(_("e-mail"), blank=True)
    access_version = models.PositiveIntegerField(default=0, editable=False)
    suspended_at = models.DateTimeField(_("suspended at"), null=True, blank=True)
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    suspended_because = models.CharField(_("why suspended"), max_length=300, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    table_prefs = models.JSONField(_("how I like the table"), default=dict, blank=True)
    mail_match_ready = models.BooleanField(_("e-mail me when my match is ready"), default=True)
    mail_challenges = models.BooleanField(
        _("email me when somebody challenges me"), default=True, db_default=True
    )

    class Meta(AbstractUser.Meta):
        permissions = [
            ("suspend_user", _("May suspend a login and let it in again")),
            ("impersonate_user", _("May see the site as somebody else does, for reading")),
        ]
        indexes = [
            models.Index(
                "suspended_until",
                name="accounts_user_let_in_due",
                condition=models.Q(suspended_until__isnull=False),
            )
        ]

    @property
    def is_suspended(self) -> bool:
        return self.suspended_at is not None

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
    NONE = "", _("a person")
    RANDOM = "random", _("plays any legal play")
    STEADY = "steady", _("plays sensibly")


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
    name = models.CharField(_("name"), max_length=80)
    search_name = FoldedName(editable=False, default="", db_default="")
    country = CountryField(_("country"), blank=True)
    bot_kind = models.CharField(
        _("bot"), max_length=12, choices=BotKind.choices, default=BotKind.NONE, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)
    anonymised_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "id"]
        permissions = [("merge_player", _("May make two players one"))]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """A new name can be searched for at once."""
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "search_name"}
        super().save(*args, update_fields=update_fields, **options)

    @property
    def is_bot(self) -> bool:
        return self.bot_kind != BotKind.NONE


class Scope(models.TextChoices):
    READ = "read", _("read")
    PLAY = "play", _("Read and play")
    DIRECT = "direct", _("Read, play and direct")


def all_scopes() -> list[str]:
    return [Scope.READ, Scope.PLAY, Scope.DIRECT]


class ApiToken(models.Model):
    """A token for bots and scripts; only its digest is kept, and it dies with its user's access version."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=80)
    prefix = models.CharField(_("starts with"), max_length=12)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("scopes"), default=all_scopes)
    access_version = models.PositiveIntegerField(editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
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


class AuditLine(models.Model):
    """One action of staff: who, when, what, to what, from where. Written by services/audit.py, never changed.

    Names are stored beside the ids, so that a line can be read when its object is gone.
    """

    at = models.DateTimeField(_("at"), db_index=True)
    by = models.ForeignKey(
        User,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
        verbose_name=_("by"),
    )
    by_name = models.CharField(_("who"), max_length=150)
    what = models.CharField(_("what"), max_length=40, db_index=True)
    model = models.CharField(_("kind of thing"), max_length=60, blank=True)
    object_id = models.CharField(_("its number"), max_length=64, blank=True)
    object_name = models.CharField(_("to what"), max_length=200, blank=True)
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)
    reason = models.CharField(_("why"), max_length=300, blank=True)
    ip = models.GenericIPAddressField(_("from"), null=True, blank=True)

    class Meta:
        verbose_name = _("line of the audit trail")
        verbose_name_plural = _("audit trail")
        ordering = ["-at", "-id"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["model", "object_id"], name="auditline_by_object")]

    def __str__(self) -> str:
        return f"{self.what} {self.object_name}".strip()


class Impersonation(models.Model):
    """A member of staff sees the site as `user` does, until `until` at the latest; `ended_at` null while it lasts."""

    staff = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(_("why"), max_length=300)
    began_at = models.DateTimeField(_("began"))
    until = models.DateTimeField(_("until"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("look through a user's eyes")
        verbose_name_plural = _("looks through users' eyes")
        ordering = ["-began_at", "-id"]
        default_permissions = ("view",)
        indexes = [
            models.Index(
                "until", name="impersonation_open", condition=models.Q(ended_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.staff} → {self.user}"
