"""A director corrects the name of somebody without a login, in every tournament that they direct."""

import pytest

from accounts.models import Player
from accounts.services.players import create_bot, create_walk_in
from tests.tournaments.making import NOW, SEED, director, entry, nobody, started, tournament
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries, teams
from tournaments.models import Entry, Role, RoleKind, Tournament
from tournaments.players.services.name_correction import correct_names
from tournaments.ruling.selectors.rulings import ruling_rows
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def with_walk_ins(*names: str, **settings: object) -> Tournament:
    made = tournament(**settings)
    for name in names:
        entries.add_walk_in(made.pk, by=None, now=NOW, name=name)
    return made


def correct(of: Entry, name: str, by: object) -> list[Player]:
    return correct_names(of.pk, by=by, now=NOW, names={of.player_id: name})  # type: ignore[arg-type]


def test_a_misspelt_name_is_corrected_and_the_record_says_so() -> None:
    made = with_walk_ins("Anna Mäkinnen", "Bo")
    anna = entry(made, "Anna Mäkinnen")
    (player,) = correct(anna, " Anna  Mäkinen ", made.organizer)
    assert player.name == "Anna Mäkinen"
    made.refresh_from_db()
    (row,) = ruling_rows(made)
    assert (row.verb_label, row.summary) == ("Name corrected", "Anna Mäkinnen → Anna Mäkinen")
    assert row.by == made.organizer.username
    assert not row.can_undo


def test_while_it_runs_the_standings_show_the_new_name_at_once() -> None:
    made = with_walk_ins("Anna", "Bo", "Cai", "Dan", format="round_robin")
    start(made.pk, by=None, now=NOW, draw_seed=SEED)
    made.refresh_from_db()
    assert "Anna" in {row.player.name for row in standing_rows(made)}
    before = made.version
    correct(entry(made, "Anna"), "Anne", made.organizer)
    made.refresh_from_db()
    assert made.version > before
    assert {row.player.name for row in standing_rows(made)} == {"Anne", "Bo", "Cai", "Dan"}


def test_every_tournament_of_the_director_shows_it_and_has_it_on_record() -> None:
    made, boss = with_walk_ins("Ana"), None
    boss = made.organizer
    other = tournament(boss)
    player = entry(made, "Ana").player
    entries.add_walk_in(other.pk, by=None, now=NOW, player=player)
    other.refresh_from_db()
    before = other.version
    correct(entry(made, "Ana"), "Anna", boss)
    other.refresh_from_db()
    assert other.version > before
    assert [row.summary for row in ruling_rows(other)] == ["Ana → Anna"]


def test_a_tournament_of_somebody_else_keeps_the_name_as_it_is() -> None:
    made, other = with_walk_ins("Ana"), tournament()
    player = entry(made, "Ana").player
    entries.add_walk_in(other.pk, by=None, now=NOW, player=player)
    with pytest.raises(DomainError) as error:
        correct(entry(made, "Ana"), "Anna", made.organizer)
    assert error.value.code == "entered_elsewhere"
    player.refresh_from_db()
    assert player.name == "Ana"
    Role.objects.create(tournament=other, user=made.organizer, kind=RoleKind.DIRECTOR, given_at=NOW)
    correct(entry(made, "Ana"), "Anna", made.organizer)


def test_who_has_a_login_changes_their_name_themselves() -> None:
    made = started(2)
    with pytest.raises(DomainError) as error:
        correct(entry(made, 1), "One", made.organizer)
    assert error.value.code == "names_himself"


def test_a_bot_keeps_its_name() -> None:
    made = tournament()
    bot = entries.add_walk_in(made.pk, by=None, now=NOW, player=create_bot("Bot 1"))
    with pytest.raises(DomainError) as error:
        correct(bot, "Somebody", made.organizer)
    assert error.value.code == "names_himself"


def test_two_of_one_name_could_not_be_told_apart() -> None:
    made = with_walk_ins("Ana", "Anna")
    with pytest.raises(DomainError) as error:
        correct(entry(made, "Ana"), "anna", made.organizer)
    assert error.value.code == "name_taken"
    assert correct(entry(made, "Anna"), "ANNA", made.organizer)[0].name == "ANNA"


def test_only_directors_correct_names_and_only_of_who_is_in_that_entry() -> None:
    made = with_walk_ins("Ana", "Bo")
    with pytest.raises(DomainError) as error:
        correct(entry(made, "Ana"), "Anna", director())
    assert error.value.code == "not_a_director"
    names = {entry(made, "Bo").player_id: "Bob"}
    with pytest.raises(DomainError) as error:
        correct_names(entry(made, "Ana").pk, by=None, now=NOW, names=names)
    assert error.value.code == "no_such_player"


def test_the_same_name_again_changes_nothing() -> None:
    made = with_walk_ins("Ana")
    assert correct(entry(made, "Ana"), "Ana", made.organizer) == []
    assert not made.rulings.exists()


def test_a_pair_called_by_its_two_is_called_by_the_new_name() -> None:
    made = tournament(entry_kind="doubles")
    ana, bo = create_walk_in("Ana"), nobody("Bo")
    pair = teams.add_team(made.pk, by=None, name="", members=[bo, ana], now=NOW)
    correct_names(pair.pk, by=made.organizer, now=NOW, names={ana.pk: "Anna"})
    pair.refresh_from_db()
    assert pair.title == "Bo / Anna"


def test_a_pair_with_a_name_of_its_own_keeps_it() -> None:
    made = tournament(entry_kind="doubles")
    ana, bo = create_walk_in("Ana"), nobody("Bo")
    pair = teams.add_team(made.pk, by=None, name="Owls", members=[bo, ana], now=NOW)
    correct_names(pair.pk, by=made.organizer, now=NOW, names={ana.pk: "Anna"})
    pair.refresh_from_db()
    assert pair.title == "Owls"
