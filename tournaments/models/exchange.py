"""An uploaded file: stored between its dry run and the confirmation, and afterwards what was done."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import ONE_SUBJECT, Event
from tournaments.models.tournament import Tournament


class ImportFile(models.Model):
    """A table of entries or results of a tournament, or of the players of a whole event, or a pasted list of players, that was uploaded. `text` is dropped
    once it is applied; `outcome` counts what was done."""

    class Kind(models.TextChoices):
        ENTRIES = "entries", _("Entries")
        RESULTS = "results", _("Results")
        PLAYERS = "players", _("Players of the event")
        PASTED = "pasted", _("Pasted list of players")

    tournament = models.ForeignKey(
        Tournament, null=True, on_delete=models.CASCADE, related_name="import_files"
    )
    event = models.ForeignKey(
        Event, null=True, on_delete=models.CASCADE, related_name="import_files"
    )
    kind = models.CharField("contents", max_length=8, choices=Kind.choices)
    name = models.CharField("file name", max_length=120)
    text = models.TextField(blank=True)
    sha256 = models.CharField(max_length=64)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True, blank=True)
    outcome = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = "imported file"
        verbose_name_plural = "imported files"
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=ONE_SUBJECT, name="import_file_of_one_subject")
        ]

    def __str__(self) -> str:
        return self.name
