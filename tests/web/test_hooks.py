"""What apps add to the apps below them is registered by name, and imported when it is needed first."""

import subprocess
import sys

import pytest
from django.utils.module_loading import import_string

from tournaments.players import page_parts
from web.hooks import HOOKS, Hook

LIVE = """
import sys
from config.server import live_application
live_application("")
from web.hooks import HOOKS
later = ("games.services.importing", "games.services.challenges", "celery", "kombu")
print(*(name for name in sys.modules if name.startswith(later) or name.startswith("tournaments") and ".services." in name))
print(*HOOKS["match_officials"].paths)
"""


def test_every_hook_has_functions_and_every_path_leads_to_one() -> None:
    assert set(HOOKS) == {
        "account_deletions", "after_analysis", "after_block", "alternate_links", "bot_engines", "bot_kinds", "club_page_parts", "club_players", "data_exporters", "entries_links", "event_head_lines", "event_links", "event_page_parts", "event_source", "guest_moves", "has_played", "leader_clubs", "list_tournaments", "login_renames", "match_figures", "match_officials", "match_readers", "member_numbers",
        "notification_words", "open_to_challenges", "player_belonging_parts", "player_merges", "player_page_parts", "player_renames", "playing_now", "rating_figures", "review_parts", "round_names",
        "search_groups", "seeding_links", "setup_links", "tournament_changes", "tournament_page_parts", "watched_versions",
    }  # fmt: skip
    for name, hook in HOOKS.items():
        assert hook.paths or hook is page_parts.player_page_parts, (
            name
        )  # a page without parts is whole
        assert all(callable(import_string(path)) for path in hook.paths.values()), name


def test_a_function_is_registered_once_and_keeps_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.hooks.HOOKS", {})
    hook: Hook[type[object]] = Hook("kinds")
    for path in ("builtins.int", "builtins.str", "builtins.int"):
        hook.add(path)
    hook.add("builtins.list", key="rows")
    assert list(hook.functions().values()) == [int, str, list]
    assert hook.functions()["rows"] is list


def test_a_live_table_starts_without_the_code_that_closes_accounts_and_knows_who_directs() -> None:
    """After a crash everybody waits for it; so it reads neither that code nor Celery."""
    ran = subprocess.run([sys.executable, "-c", LIVE], capture_output=True, text=True, check=True)

    modules, officials = ran.stdout.split("\n")[:2]
    assert modules == ""
    assert officials == "tournaments.core.permissions.looks_after_match"
