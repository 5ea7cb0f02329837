"""What other apps hook into an account's life is named, and read when it is needed first."""

import subprocess
import sys

from django.utils.module_loading import import_string

from accounts import account_hooks

LIVE = """
import sys
from config.server import live_table
live_table()
print(*sorted(name for name in sys.modules if name.startswith(("tournaments.services", "games.services.importing", "celery", "kombu"))))
"""


def test_every_name_leads_to_a_function() -> None:
    named = [
        *account_hooks._exporters.values(),
        *account_hooks._farewells,
        *account_hooks._renamings,
        *account_hooks._login_renamings,
    ]

    assert len(named) == len(account_hooks.exporters()) + len(account_hooks.farewells()) + 2
    assert all(callable(import_string(dotted)) for dotted in named)


def test_a_live_table_starts_without_the_code_that_closes_accounts_and_without_celery() -> None:
    """After a crash everybody waits for it."""
    said = subprocess.run([sys.executable, "-c", LIVE], capture_output=True, text=True, check=True)

    assert said.stdout.split() == []
