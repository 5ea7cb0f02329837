"""The sweep of everything about time that is due: matches to begin, lateness, absences, reminders."""

from datetime import datetime

from tournaments.timing.services import absences, deadlines, lateness, time_notices


def run_due(now: datetime) -> int:
    """Do what is due in every tournament; returns how much that was. Safe to run twice. If a part fails, the others still
    run."""
    done, errors = 0, []
    for settle in (
        deadlines.begin_due,
        lateness.check_due,
        absences.check_absent,
        time_notices.remind_due,
    ):
        try:
            done += settle(now)
        except Exception as error:  # raised below, after the others had their turn
            errors.append(error)
    if errors:
        raise ExceptionGroup("timing failed", errors)
    return done
