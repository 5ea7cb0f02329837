"""What others have changed in a form, line by line, as a director reads it."""

from datetime import UTC, datetime

import pytest

from tests.tournaments.making import tournament
from tournaments.bracket.selectors.form_version import Stale
from tournaments.models import Tournament
from tournaments.setup.selectors.settings_version import changes, settings_version

pytestmark = pytest.mark.django_db


def lines(of: Tournament, **settings: object) -> list[str]:
    mark = settings_version(of).mark
    for name, value in settings.items():
        setattr(of, name, value)
    with pytest.raises(Stale) as stale:
        settings_version(of).require(mark)
    return changes(stale.value, Tournament)


def test_values_are_named_as_in_the_form() -> None:
    of = tournament(draw_method="random", late_entry=True, starts_at=None, apart=[])
    assert lines(
        of,
        draw_method="manual",
        late_entry=False,
        starts_at=datetime(2026, 12, 5, 15, 30, tzinfo=UTC),
        apart=["club", "family"],
        format="swiss",
    ) == [
        "Start: – → 5 Dec 2026, 15:30",
        "Format: Knockout → Swiss",
        "Kept apart in the draw: – → Same club, Same family",
        "Late entry: Yes → No",
        "Draw: Random draw → In the order set by the director",
    ]


def test_of_rules_and_stages_only_the_change_is_named() -> None:
    of = tournament()
    assert lines(of, rules={**of.rules, "jacoby": True}) == ["Rules: changed"]
