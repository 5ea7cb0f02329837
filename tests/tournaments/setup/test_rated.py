"""A tournament is rated or not: a setting, fixed at the start, said on its page before entering."""

import pytest

from tests.tournaments import making
from tournaments.models import Tournament
from tournaments.setup.forms.basics import TournamentForm, initial_for_new, initial_of
from tournaments.setup.selectors.rule_card import rule_card
from tournaments.setup.services import lifecycle
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def rating_line(tournament: Tournament) -> str:
    (text,) = (line.text for line in rule_card(tournament) if line.label == "Rating")
    return str(text)


def test_the_page_says_whether_results_change_ratings() -> None:
    assert "change" in rating_line(making.tournament())
    assert rating_line(making.tournament(rated=False)) == "Not rated."
    assert rating_line(making.tournament(entry_kind="doubles")) == "Not rated."


def test_matches_carry_it_and_after_the_start_it_is_fixed() -> None:
    made = making.started(2)
    assert making.match_of(made, "W1.1").context["rated"] is True
    with pytest.raises(DomainError, match="card_frozen"):
        lifecycle.change(made.pk, by=made.organizer, rated=False)
    casual = making.started(2, rated=False)
    assert making.match_of(casual, "W1.1").context["rated"] is False


def test_the_form_begins_with_rated_and_keeps_what_is_stored() -> None:
    assert initial_for_new("UTC")["rated"] is True
    assert initial_of(making.tournament(rated=False))["rated"] is False
    assert "rated" in TournamentForm.base_fields
