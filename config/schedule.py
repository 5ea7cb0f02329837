"""Which task runs when and on which queue. `clocks` is kept free of anything slow."""

from datetime import timedelta
from typing import Any

# Redis delivers, once or never, and keeps no account of it: whatever a worker had taken when either died, a sweep finds.
# (With the account a worker ends when it loses its Redis under a task, and another takes the tasks of the killed late.)
# A kick into a Redis that is away is lost at once: it waits in whoever just ended a match.
BROKER_OPTIONS: dict[str, Any] = {
    "ack_emulation": False,
    "max_retries": 0,
    "socket_connect_timeout": 1,
    "socket_timeout": None,
    "max_connections": None,
}

TASK_ROUTES = {
    "analysis.tasks.owe_analyses": {"queue": "analysis"},
    "analysis.tasks.run_analyses": {"queue": "analysis"},
    "fairplay.tasks.update_fair_play": {"queue": "analysis"},
    "games.tasks.watch_flags": {"queue": "clocks"},
    "games.tasks.watch_owed": {"queue": "clocks"},
    "games.tasks.release_dice": {"queue": "clocks"},
}

# A sweep that was not begun before the next one is due is dropped (`expires`).
BEAT_SCHEDULE = {
    "watch_flags": {
        "task": "games.tasks.watch_flags",
        "schedule": 1.0,
        "options": {"expires": 1},
    },
    "watch_owed": {
        "task": "games.tasks.watch_owed",
        "schedule": 1.0,
        "options": {"expires": 1},
    },
    "release_dice": {
        "task": "games.tasks.release_dice",
        "schedule": 2.0,
        "options": {"expires": 2},
    },
    "sweep_bots": {
        "task": "games.tasks.sweep_bots",
        "schedule": 1.0,
        "options": {"expires": 1},
    },
    "sweep_maintenance": {
        "task": "games.tasks.sweep_maintenance",
        "schedule": 1.0,
        "options": {"expires": 1},
    },
    "sweep_advancement": {
        "task": "tournaments.tasks.sweep_advancement",
        "schedule": 2.0,
        "options": {"expires": 2},
    },
    "sweep_notices": {
        "task": "tournaments.tasks.sweep_notices",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "sweep_challenge_emails": {
        "task": "games.tasks.sweep_challenge_emails",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "sweep_turn_emails": {
        "task": "games.tasks.sweep_turn_emails",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "warn_late": {
        "task": "games.tasks.warn_late",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "note_started": {
        "task": "games.tasks.note_started",
        "schedule": 15.0,
        "options": {"expires": 15},
    },
    "sweep_notification_batches": {
        "task": "notifications.tasks.sweep_batches",
        "schedule": 1.0,
        "options": {"expires": 1},
    },
    "sweep_notification_emails": {
        "task": "notifications.tasks.sweep_emails",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "sweep_pushes": {
        "task": "notifications.tasks.sweep_pushes",
        "schedule": 3.0,
        "options": {"expires": 3},
    },
    "sweep_webhooks": {
        "task": "webhooks.tasks.sweep_webhooks",
        "schedule": 0.5,
        "options": {"expires": 1},
    },
    "sweep_slow_webhooks": {
        "task": "webhooks.tasks.sweep_slow_webhooks",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "clean_up_webhooks": {
        "task": "webhooks.tasks.clean_up",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "clean_up_notifications": {
        "task": "notifications.tasks.clean_up",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "sweep_board": {
        "task": "tournaments.tasks.sweep_board",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "sweep_satellites": {
        "task": "satellites.tasks.sweep_satellites",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "sweep_ladders": {
        "task": "ladders.tasks.sweep_ladders",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "sweep_snapshots": {
        "task": "tournaments.tasks.sweep_snapshots",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "sweep_ratings": {
        "task": "ratings.tasks.sweep_ratings",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "check_ratings": {
        "task": "ratings.tasks.check_ratings",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "run_analyses": {
        "task": "analysis.tasks.run_analyses",
        "schedule": 1.0,
        "options": {"expires": 1},
    },
    "owe_analyses": {
        "task": "analysis.tasks.owe_analyses",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "update_fair_play": {
        "task": "fairplay.tasks.update_fair_play",
        "schedule": timedelta(minutes=10),
        "options": {"expires": 600},
    },
    "sweep_timing": {
        "task": "tournaments.tasks.sweep_timing",
        "schedule": 2.0,
        "options": {"expires": 2},
    },
    "sweep_backups": {
        "task": "tournaments.tasks.sweep_backups",
        "schedule": timedelta(minutes=10),
        "options": {"expires": 600},
    },
    "sweep_contacts": {
        "task": "tournaments.tasks.sweep_contacts",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "keep_demo_playing": {
        "task": "tournaments.tasks.keep_demo_playing",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "count_rolls": {
        "task": "games.tasks.count_rolls",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "let_in_again": {
        "task": "accounts.tasks.let_in_again",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "end_looks": {
        "task": "accounts.tasks.end_looks",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "delete_guests": {
        "task": "games.tasks.delete_guests",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "clear_sessions": {
        "task": "accounts.tasks.clear_sessions",
        "schedule": timedelta(days=1),
    },
    "sweep_app_tokens": {
        "task": "accounts.tasks.sweep_app_tokens",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "sweep_idempotent_requests": {
        "task": "accounts.tasks.sweep_idempotent_requests",
        "schedule": timedelta(minutes=10),
        "options": {"expires": 600},
    },
    "verify_matches": {
        "task": "games.tasks.verify_matches",
        "schedule": timedelta(hours=1),
    },
}
