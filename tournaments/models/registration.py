"""Registration of people without an account: whether a tournament takes it, and each person's registration."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Entry, Tournament


class RegistrationPlan(models.Model):
    """May people without an account enter this tournament, until when, and how they pay. No row: they may not.

    `questions` is a list of at most five objects: `id`, `text`, `kind` (text, choice, yes_no), `choices`, `required`.
    Entry by account has its own rules and no deadline; `closes_at` holds for this way in only.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="registration_plan"
    )
    is_open = models.BooleanField(_("People without an account can enter"), default=False)
    closes_at = models.DateTimeField(_("Entry closes"), null=True, blank=True)
    payment_text = models.TextField(_("How to pay"), max_length=1000, blank=True)
    questions = models.JSONField("questions of the organizer", null=True, blank=True, default=list)

    class Meta:
        verbose_name = "registration without an account"
        verbose_name_plural = "registrations without an account: settings"

    def __str__(self) -> str:
        return f"{self.tournament_id}: {'open' if self.is_open else 'closed'}"


class Registration(models.Model):
    """A person without an account who registered by email. They have an entry only once they have confirmed it.

    The link's token is computed from `nonce` and the site's key; only its hash is stored. Until it is confirmed the row holds
    what was typed. After that email, phone and member number are kept in EntrantContact alone, and `email_hash`, keyed by the
    site's key, recognizes the address. `email_at` is when an email is due. `emailed_status` is the status of the entry that
    the last email stated.

    Somebody who enters several tournaments of an event with one form has a row for each; the first is the `lead` of the others
    and has the one link and the one email. When it is deleted, the next has them.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="registrations"
    )
    entry = models.OneToOneField(
        Entry, null=True, on_delete=models.CASCADE, related_name="registration"
    )
    nonce = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField("name", max_length=80)
    country = models.CharField("country", max_length=2, blank=True)
    club = models.CharField("club", max_length=80, blank=True)
    rating = models.FloatField("rating as typed", null=True)
    email = models.EmailField("email", blank=True)
    email_hash = models.CharField(max_length=64)
    phone = models.CharField("phone", max_length=32, blank=True)
    member_number = models.CharField("member number", max_length=32, blank=True)
    language = models.CharField("language", max_length=16, blank=True)
    at = models.DateTimeField("registered at")
    expires_at = models.DateTimeField("to be confirmed until")
    confirmed_at = models.DateTimeField("confirmed at", null=True)
    email_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)
    emails = models.PositiveSmallIntegerField("emails asked for", default=1)
    is_reduced = models.BooleanField("pays the reduced fee", default=False, db_default=False)
    pools = models.JSONField("side pools to join", null=True, blank=True, default=list)
    answers = models.JSONField("answers until confirmed", null=True, blank=True, default=dict)
    lead = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="others"
    )
    emailed_status = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering = ["at", "id"]
        verbose_name = "registration without an account"
        verbose_name_plural = "registrations without an account"
        indexes = [
            models.Index(fields=["tournament", "email_hash"], name="registration_by_address"),
            models.Index(
                fields=["email_at"], condition=Q(email_at__isnull=False), name="registration_owed"
            ),
            models.Index(
                fields=["expires_at"],
                condition=Q(confirmed_at=None),
                name="registration_unconfirmed",
            ),
            models.Index(
                fields=["id"],
                condition=Q(emailed_status=Entry.Status.WAITING_LIST.value),
                name="registration_waiting",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.name}"
