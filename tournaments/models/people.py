"""Roles in an event or a tournament, invitations to them, and every change of them; monitors and their notes."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from tournaments.models.event import ONE_SUBJECT, Event
from tournaments.models.stage import Pairing
from tournaments.models.tournament import Tournament


class RoleKind(models.TextChoices):
    """The kinds of role (T9.8); `permissions.RIGHTS` says what each may do."""

    ORGANIZER = "organizer", pgettext_lazy("role", "Organizer")
    DIRECTOR = "director", pgettext_lazy("role", "Director")
    ASSISTANT = "assistant", pgettext_lazy("role", "Assistant")
    MONITOR = "monitor", pgettext_lazy("role", "Monitor")
    STREAMER = "streamer", pgettext_lazy("role", "Streamer")


class Role(models.Model):
    """Somebody's role in a whole event or in one tournament. Its creator and the directors named on a tournament
    itself (`organizer`, `directors`) have theirs without a row."""

    Kind = RoleKind

    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="roles"
    )
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="roles"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tournament_roles"
    )
    kind = models.CharField("role", max_length=10, choices=RoleKind.choices)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    given_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        verbose_name = "role"
        verbose_name_plural = "roles"
        constraints = [
            models.CheckConstraint(condition=ONE_SUBJECT, name="role_in_one_subject"),
            models.UniqueConstraint(
                fields=["event", "user", "kind"],
                condition=Q(event__isnull=False),
                name="role_once_per_event",
            ),
            models.UniqueConstraint(
                fields=["tournament", "user", "kind"],
                condition=Q(tournament__isnull=False),
                name="role_once_per_tournament",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind}"


class Invitation(models.Model):
    """Somebody is asked to take a role, by a link that expires. The link contains a secret made from `nonce` and the
    site's own key; only its hash is stored. The row is also the email that is owed (`claimed_at`, `sent_at`)."""

    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    kind = models.CharField("role", max_length=10, choices=RoleKind.choices)
    email = models.EmailField("email address", blank=True)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    nonce = models.CharField(max_length=32, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    expires_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    accepted_at = models.DateTimeField(null=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name = "invitation"
        verbose_name_plural = "invitations"
        constraints = [
            models.CheckConstraint(condition=ONE_SUBJECT, name="invitation_to_one_subject")
        ]
        indexes = [
            models.Index(fields=["id"], condition=Q(sent_at__isnull=True), name="invitation_owed")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d}"


class RoleChange(models.Model):
    """Who gave whom which role, when; never changed. `whom` keeps the name for logins that are gone."""

    class Verb(models.TextChoices):
        GIVEN = "given", pgettext_lazy("role", "Assigned")
        INVITED = "invited", pgettext_lazy("role", "Invited")
        ACCEPTED = "accepted", pgettext_lazy("role", "Accepted")
        REVOKED = "revoked", _("Invitation withdrawn")
        TAKEN = "taken", pgettext_lazy("role", "Removed")
        LEFT = "left", pgettext_lazy("role", "Left")
        HANDED_ON = "handed_on", pgettext_lazy("role", "Transferred")

    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="role_changes"
    )
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="role_changes"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    verb = models.CharField(max_length=10, choices=Verb.choices)
    kind = models.CharField(max_length=10, choices=RoleKind.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    whom = models.CharField(max_length=254)

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name = "role change"
        verbose_name_plural = "role changes"
        constraints = [
            models.CheckConstraint(condition=ONE_SUBJECT, name="rolechange_in_one_subject")
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.kind} {self.at:%Y-%m-%d %H:%M}"


class Watch(models.Model):
    """A monitor and a pairing that they watch (T9.8)."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="watches")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="watches"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        verbose_name = "monitored pairing"
        verbose_name_plural = "monitored pairings"
        constraints = [
            models.UniqueConstraint(fields=["pairing", "user"], name="watch_once_per_pairing")
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.user_id}"


class Note(models.Model):
    """A note of a monitor or a director about a pairing; the committee reads it, players do not. Never changed."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="committee_notes")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    text = models.TextField("note", max_length=2000)

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name = "note"
        verbose_name_plural = "notes"

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.text[:40]}"
