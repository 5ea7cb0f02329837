"""Snapshots of a running tournament whose results spectators see late (docs/adr/0014)."""

from django.db import models

from tournaments.models.tournament import Tournament


class SpectatorSnapshot(models.Model):
    """The public rows of a tournament as they were at `at`, when its version was `version`."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="spectator_snapshots"
    )
    version = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = "spectator snapshot"
        verbose_name_plural = "spectator snapshots"
        ordering = ["tournament", "at", "id"]

    def __str__(self) -> str:
        return f"{self.tournament_id}: version {self.version}"


class SnapshotRows(models.Model):
    """All rows of one table in a snapshot: a list of objects with a value for each column, as the database stores it."""

    snapshot = models.ForeignKey(
        SpectatorSnapshot, on_delete=models.CASCADE, related_name="row_sets"
    )
    table = models.CharField(max_length=63)
    rows = models.JSONField()

    class Meta:
        verbose_name = "snapshot rows"
        verbose_name_plural = "snapshot rows"
        constraints = [
            models.UniqueConstraint(fields=["snapshot", "table"], name="snapshotrows_one_per_table")
        ]

    def __str__(self) -> str:
        return f"{self.snapshot_id}: {self.table}"
