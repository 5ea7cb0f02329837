"""`manage.py staff_groups`: the two groups of staff, with the rights that docs/directing/staff.md lists. Safe to run twice."""

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.core.management.base import BaseCommand
from django.db.models import Q

LOOKING = [
    "accounts.view_user", "accounts.view_player", "accounts.view_auditline",
    "games.view_match", "games.view_chatline", "games.view_chatreport", "games.view_maintenance",
    "tournaments.view_tournament", "tournaments.view_entry", "tournaments.view_event",
    "tournaments.view_pairing", "tournaments.view_result", "tournaments.view_ruling",
]  # fmt: skip
SUPPORT = [
    *LOOKING, "accounts.suspend_user", "accounts.impersonate_user",
]  # fmt: skip
OPERATIONS = [
    *LOOKING, "accounts.suspend_user", "accounts.merge_player", "accounts.view_impersonation",
    "games.view_processminute", "games.view_failedtask", "games.retry_failedtask",
    "games.view_heartbeat", "games.view_outage", "games.view_matchseed",
    "games.change_maintenance", "tournaments.change_tournament",
    "tournaments.view_pairingmatch", "tournaments.view_notice",
    "ratings.import_externalrating", "fairplay.view_playerfigures", "fairplay.note_playerfigures",
    "fairplay.view_fairplaynote",
]  # fmt: skip
GROUPS = {"Support": SUPPORT, "Operations": OPERATIONS}


class Command(BaseCommand):
    help = "Make the groups Support and Operations, or give them the rights they should have again."

    def handle(self, *_args: Any, **_options: Any) -> None:
        for name, rights in GROUPS.items():
            wanted = Q()
            for right in rights:
                app, code = right.split(".")
                wanted |= Q(content_type__app_label=app, codename=code)
            permissions = Permission.objects.filter(wanted)
            Group.objects.get_or_create(name=name)[0].permissions.set(permissions)
            self.stdout.write(f"{name}: {permissions.count()} rights")
