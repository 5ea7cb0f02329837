"""A pay table is set in the settings before the start, and by a ruling since: who forgot it can still pay prizes."""

import pytest
from django.test import Client

from accounts.models import User
from tests.keeping import forget
from tests.tournaments.making import NOW, SEED, director, entered, win_all
from tournaments.bracket.services.start import start
from tournaments.models import Role, Tournament
from tournaments.money.services import fees

pytestmark = pytest.mark.django_db
SETTINGS = "/tournaments/{}/manage/settings/"


@pytest.fixture
def boss(client: Client) -> User:
    forget()
    boss = director()
    client.force_login(boss)
    return boss


@pytest.fixture
def of(boss: User) -> Tournament:
    made = entered(4, organizer=boss)
    fees.set_plan(made.pk, by=None, entry_fee=4000)
    return made


@pytest.fixture
def begun(of: Tournament) -> Tournament:
    start(of.pk, by=None, now=NOW, draw_seed=SEED)
    of.refresh_from_db()
    return of


def address(of: Tournament, part: str = "money/pay-table") -> str:
    return f"/tournaments/{of.slug}/manage/{part}/"


def page(client: Client, of: Tournament, part: str) -> str:
    return client.get(address(of, part)).content.decode()


def sets(client: Client, of: Tournament, *lines: str, **more: str) -> tuple[int, str]:
    fields = {"pay_table": "\n".join(lines), "reason": "I forgot it"} | more
    answer = client.post(address(of), fields)
    return answer.status_code, answer.content.decode()


def card(client: Client, of: Tournament) -> str:
    return client.get(f"/tournaments/{of.slug}/rules/").content.decode()


def undo(client: Client, of: Tournament) -> int:
    ruling = of.rulings.latest("pk")
    where = address(of, f"rulings/{ruling.pk}/undo")
    asked = client.post(where, {"reason": "by mistake"})
    if asked.status_code != 200:
        return asked.status_code
    digest = asked.context["preview"].digest
    return client.post(where, {"reason": "by mistake", "confirm": digest}).status_code


def test_before_the_start_it_leads_to_the_settings(client: Client, of: Tournament) -> None:
    settings = f'<a href="{SETTINGS.format(of.slug)}">'
    assert f"{settings}Set payout table</a>" in page(client, of, "money/payout")
    assert f"{settings}Set payout table and guaranteed prize money" in page(
        client, of, "money/plan"
    )
    assert client.get(address(of))["Location"] == SETTINGS.format(of.slug)


def test_since_the_start_it_leads_to_the_ruling(client: Client, begun: Tournament) -> None:
    for part in ("money/payout", "money/plan"):
        assert f'href="{address(begun)}"' in page(client, begun, part)


def test_who_forgot_it_sets_it_and_pays(client: Client, begun: Tournament) -> None:
    win_all(begun, "W1.1 1", "W1.2 2", "W2.1 1")
    assert sets(client, begun, "1: 70", "2: 30")[0] == 302
    shown = page(client, begun, "money/payout").replace("\xa0", " ")
    assert "€112.00" in shown
    assert "€48.00" in shown
    assert "1. 70%, 2. 30%" in card(client, begun)
    audit = page(client, begun, "rulings")
    assert "Payout table set" in audit
    assert "No prizes → 1. 70%, 2. 30%" in audit


def test_it_is_undone_like_any_ruling(client: Client, begun: Tournament) -> None:
    sets(client, begun, "1: 70", "2: 30")
    sets(client, begun, "1: 100")
    assert undo(client, begun) == 302
    assert "1. 70%, 2. 30%" in card(client, begun)
    assert "1. 100% → 1. 70%, 2. 30%" in page(client, begun, "rulings")


def test_only_an_organizer_sets_it_or_takes_it_back(client: Client, begun: Tournament) -> None:
    sets(client, begun, "1: 100")
    helper = director("helper")
    Role.objects.create(tournament=begun, user=helper, kind="director", given_at=NOW)
    client.force_login(helper)
    assert sets(client, begun, "1: 50")[0] == 403
    assert undo(client, begun) == 403
    assert "1. 100%" in card(client, begun)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["1: 70", "1: 30"], "The payout table lists the same place twice."),
        (["1: 70", "2: 40"], "adds up to more than 100%"),
        (["first gets all"], "Each line needs a place, a colon and a percentage, such as 1: 50."),
        ([], "This payout table is already set."),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_stays_in_its_field(
    client: Client, begun: Tournament, lines: list[str], message: str
) -> None:
    status, shown = sets(client, begun, *lines)
    assert status == 422
    assert message in shown
    assert "\n".join(lines) in shown
    assert not begun.rulings.filter(verb="pay_table").exists()


def test_a_reason_is_asked_for(client: Client, begun: Tournament) -> None:
    assert sets(client, begun, "1: 100", reason="")[0] == 422


def test_two_who_set_it_at_once_overwrite_nothing(client: Client, begun: Tournament) -> None:
    mark = client.get(address(begun)).context["seen"]
    sets(client, begun, "1: 100", seen=mark)
    status, shown = sets(client, begun, "1: 60", "2: 40", seen=mark)
    assert status == 409
    assert "1: 60" in shown
    assert "1. 100%" in card(client, begun)
