"""A file somebody brought: kept between its dry run and the yes, and what came of it afterwards."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class ImportFile(models.Model):
    """A table of entries or results that was uploaded. `text` is dropped once it is applied; `outcome` counts what was done."""

    class Kind(models.TextChoices):
        ENTRIES = "entries", _("entries")
        RESULTS = "results", _("results")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="import_files"
    )
    kind = models.CharField(_("what it holds"), max_length=8, choices=Kind.choices)
    name = models.CharField(_("name of the file"), max_length=120)
    text = models.TextField(blank=True)
    sha256 = models.CharField(max_length=64)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True, blank=True)
    outcome = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("imported file")
        verbose_name_plural = _("imported files")
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name
