"""Matches out of files as they are stored: an ordinary log, names without players, dice that are nobody's promise."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player, User
from accounts.services.logins import delete_account
from games import selectors
from games.log_texts import sentence
from games.models import Action, Game, Match, MatchKind, MatchSeat, MatchSeed, MatchStatus
from games.records.frames import frames
from games.records.kinds import KINDS
from games.selectors.certificates import certificate_of
from games.selectors.records import record_of
from games.services import bots, timeouts
from games.services.dice_audit import audit
from games.services.importing import MOST_AN_HOUR, ImportRefused, delete_import, import_match
from games.services.play import act
from games.services.submissions import ActionRefused, Submission
from games.services.verify import verify, verify_matches
from tests.games.records.files import GOLDEN, game, golden, match_to, row
from tests.games.records.test_own_files import ENDED, PLAYED, played
from tests.games.services.sweeps import settle_due
from tests.games.services.tables import START, person, sit
from tests.keeping import forget
from web.errors import DomainError, NotAllowed, NotFound
from web.rate_limit import one_at_a_time

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 12, 24, 18, tzinfo=UTC)
UNFINISHED = match_to(3, game(row(1, "61: 13/7 8/7", "31: 8/5 6/5"))).encode()


@pytest.fixture(autouse=True)
def _fresh_counters() -> None:
    forget()


@pytest.fixture
def ann() -> User:
    user = person("Ann").user
    assert user is not None
    return user


@pytest.mark.parametrize("name", GOLDEN)
def test_what_is_stored_folds_to_its_snapshot(ann: User, name: str) -> None:
    made = import_match(ann, golden(name), NOW)
    assert verify(made.pk) == []
    match = Match.objects.get(pk=made.pk)
    assert (match.kind, match.status, match.imported_by) == ("imported", "finished", ann)
    assert (match.flag_at, match.next_at, match.bot_at, match.to_act) == (None,) * 4
    assert Game.objects.filter(match=match).count() == len(
        selectors.load_match(match).table.match.results
    )
    assert Action.objects.filter(match=match).count() == match.seq


@pytest.mark.parametrize("kind", ["mat", "sgf", "json"])
@pytest.mark.parametrize("ended", ["points and flag", "undone", "void"])
def test_a_match_of_the_house_with_rulings_is_stored_whole(
    ann: User, kind: str, ended: str
) -> None:
    text = played(1, PLAYED["sr_nocube-match"], ENDED[ended])
    made = import_match(ann, KINDS[kind].write(text).encode(), NOW)
    assert verify(made.pk) == []
    match = Match.objects.get(pk=made.pk)
    assert (match.score_a, match.score_b) == text.end.match.score
    assert match.status == text.end.match.phase
    again = record_of(match)
    assert all(sentence(frame, text.names) for frame in frames(again))
    assert again.end.match.outcome == text.end.match.outcome


def test_the_names_are_those_of_the_file_and_nobody_sits_there(ann: User) -> None:
    players = Player.objects.count()
    match = import_match(ann, golden("five.mat"), NOW)
    view = selectors.table_view(Match.objects.get(pk=match.pk), None, NOW)
    assert view["players"]["A"] == {
        "id": None, "name": "Mia Õun", "country": "", "is_bot": False, "is_house_bot": False, "people": [],
    }  # fmt: skip
    assert record_of(match).names == ("Mia Õun", "Leo")
    assert (Player.objects.count(), MatchSeat.objects.count()) == (players, 0)


def test_all_of_it_happened_at_noon_of_the_day_the_file_names(ann: User) -> None:
    match = import_match(ann, golden("five_xg.mat"), NOW)
    noon = datetime(2026, 10, 3, 12, tzinfo=UTC)
    assert set(Action.objects.filter(match=match).values_list("at", flat=True)) == {noon}
    assert (match.started_at, match.finished_at, match.created_at) == (noon, noon, NOW)
    assert match.context["title"] == "Autumn League"


def test_a_day_that_has_not_come_is_not_believed(ann: User) -> None:
    early = NOW - timedelta(days=100)
    assert import_match(ann, golden("five_xg.mat"), early).finished_at == early


def test_its_dice_are_sealed_by_nobody_and_counted_for_nobody(ann: User) -> None:
    match = import_match(ann, golden("three.sgf"), NOW)
    assert not MatchSeed.objects.filter(match=match).exists()
    certificate = certificate_of(Match.objects.get(pk=match.pk))
    assert (certificate.imported, certificate.epochs, certificate.rolls) == (True, (), 0)
    assert list(audit(match.pk)) == []


def test_a_match_played_here_cannot_pass_for_an_imported_one_nor_the_other_way(ann: User) -> None:
    imported = import_match(ann, golden("three.mat"), NOW)
    Match.objects.filter(pk=imported.pk).update(kind=MatchKind.FRIENDLY)
    assert any("come from a file" in text for text in verify(imported.pk))


def test_a_file_that_ends_in_the_middle_is_stored_as_far_as_it_goes(ann: User) -> None:
    match = import_match(ann, UNFINISHED, NOW)
    assert (match.status, match.reason, match.winner) == (
        MatchStatus.FINISHED, "unfinished", None,
    )  # fmt: skip
    assert verify(match.pk) == []
    view = selectors.table_view(Match.objects.get(pk=match.pk), None, NOW)
    assert (view["to_act"], view["outcome"]) == (None, {"winner": None, "reason": "unfinished"})


def test_a_bad_file_leaves_nothing_behind(ann: User) -> None:
    text = golden("five.mat").decode().replace("13/9 13/9 9/5 9/5", "13/9 13/9 9/5 9/4", 1)
    with pytest.raises(ImportRefused) as refused:
        import_match(ann, text.encode(), NOW)
    assert refused.value.code == "not_on_the_dice"
    assert refused.value.where == "Line 10, column 6 · Game 1, move 4"
    assert refused.value.line_text.strip().startswith("4) 44: 13/9 13/9 9/5 9/4")
    assert not Match.objects.exists()
    assert not Action.objects.exists()


def test_nobody_can_act_in_it(ann: User) -> None:
    match = import_match(ann, UNFINISHED, NOW)
    submission = Submission(
        match_id=match.pk, seat="A", kind="roll", payload={}, received_at=NOW, user_id=ann.pk
    )
    with pytest.raises(ActionRefused, match="not_your_seat"):
        act(submission, NOW)


def test_no_sweep_finds_it(ann: User) -> None:
    made = [import_match(ann, data, NOW) for data in (UNFINISHED, golden("three.mat"))]
    later = NOW + timedelta(days=2)
    assert settle_due(later) == 0
    assert timeouts.settle_due_waits(later) == 0
    assert bots.play_due(later) == 0
    assert verify_matches() == {}
    assert {match.pk for match in made} == set(Match.objects.values_list("pk", flat=True))


def test_its_importer_and_the_staff_can_delete_it_with_its_log(ann: User) -> None:
    ben, boss = (person(name).user for name in ("Ben", "Boss"))
    assert ben is not None
    assert boss is not None
    boss.is_staff = True
    for user in (ann, boss):
        match = import_match(ann, golden("three.mat"), NOW)
        with pytest.raises(NotAllowed):
            delete_import(ben, match.pk)
        delete_import(user, match.pk)
        assert not Action.objects.filter(match=match.pk).exists()
        assert not Match.objects.filter(pk=match.pk).exists()


def test_only_imported_matches_can_be_deleted(ann: User) -> None:
    for match_id in (uuid4(), sit().match.pk):
        with pytest.raises(NotFound):
            delete_import(ann, match_id)


def test_a_login_takes_its_imports_with_it(ann: User) -> None:
    import_match(ann, golden("three.mat"), NOW)
    delete_account(ann, NOW)
    assert not Match.objects.exists()


def test_there_is_an_end_to_what_one_user_may_try_in_an_hour(ann: User) -> None:
    for _ in range(MOST_AN_HOUR):
        with pytest.raises(ImportRefused):
            import_match(ann, b"nonsense", NOW)
    with pytest.raises(DomainError, match="too_many_imports"):
        import_match(ann, golden("three.mat"), NOW)
    import_match(ann, golden("three.mat"), NOW + timedelta(hours=1))


def test_who_is_suspended_imports_nothing(ann: User) -> None:
    ann.suspended_at = START
    with pytest.raises(NotAllowed):
        import_match(ann, golden("three.mat"), NOW)


def test_a_match_is_written_in_a_handful_of_statements(ann: User) -> None:
    with CaptureQueriesContext(connection) as queries:
        import_match(ann, golden("five.mat"), timezone.now())
    assert len(queries) < 15


def test_a_user_imports_one_file_at_a_time(ann: User) -> None:
    with one_at_a_time(f"import:{ann.pk}", 60), pytest.raises(DomainError, match="import_running"):
        import_match(ann, golden("three.mat"), NOW)
    with pytest.raises(ImportRefused):
        import_match(ann, b"nonsense", NOW)
    import_match(ann, golden("three.mat"), NOW)
