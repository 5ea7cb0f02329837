"""Line-ups: who plays at which board of one team match."""

from django.conf import settings
from django.db import models

from tournaments.models.record import Ruling
from tournaments.models.stage import Pairing
from tournaments.models.tournament import Entry


class TeamLineup(models.Model):
    """The line-up of a team for its match against `opponent`, named by its captain, or by a director in a `ruling`.

    `members` are ids of EntryMember, board by board. Rows are only added (docs/adr/0028): of those that are not revoked
    the newest counts, in a match of these two teams.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="lineups")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    opponent = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    members = models.JSONField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    ruling = models.ForeignKey(
        Ruling, null=True, on_delete=models.SET_NULL, related_name="team_lineups"
    )
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "line-up"
        verbose_name_plural = "line-ups"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.entry_id}"
