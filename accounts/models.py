"""Who you are: User (the login) and Player (the name at the table); a player needs no login."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField


class User(AbstractUser):
    """A login. `access_version` is raised to close every open ticket and token of this user."""

    email = models.EmailField(_("e-mail"), blank=True)
    access_version = models.PositiveIntegerField(default=0, editable=False)
    suspended_at = models.DateTimeField(_("suspended at"), null=True, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    mail_match_ready = models.BooleanField(_("e-mail me when my match is ready"), default=True)

    @property
    def is_suspended(self) -> bool:
        return self.suspended_at is not None


class BotKind(models.TextChoices):
    NONE = "", _("a person")
    RANDOM = "random", _("plays any legal play")
    STEADY = "steady", _("plays sensibly")


class Player(models.Model):
    """A name at the table; walk-ins and bots have no user."""

    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="player")
    name = models.CharField(_("name"), max_length=80)
    country = CountryField(_("country"), blank=True)
    bot_kind = models.CharField(_("bot"), max_length=12, choices=BotKind.choices, default=BotKind.NONE, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    anonymised_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_bot(self) -> bool:
        return self.bot_kind != BotKind.NONE
