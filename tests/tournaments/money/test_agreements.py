"""Players divide open prizes: proposed, confirmed by everybody concerned, paid, and out of date after a correction."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Scope, User
from accounts.services.players import ensure_player
from accounts.services.tokens import create_token
from accounts.staff_access import begin_request, has_acted_as_staff
from notifications.models import Notification
from tests.keeping import forget
from tests.tournaments.making import NOW, director, entered, entry, win, win_all
from tests.tournaments.ruling import rulings
from tournaments.bracket.selectors.outline import outline
from tournaments.bracket.services.advancement import advance
from tournaments.bracket.services.start import start
from tournaments.event.selectors.winners import winners_of_tournament
from tournaments.models import Entry, PrizeAgreement, Tournament
from tournaments.money.selectors.payouts import SheetPart, payout_sheet
from tournaments.money.services import agreements, fees, ledger
from tournaments.money.services.agreements import AgreementTerms
from tournaments.ruling.selectors.preview_text import describe_preview
from tournaments.ruling.services.preview import RulingRequest, preview
from tournaments.ruling.services.result_rulings import SetResult
from web.errors import DomainError

pytestmark = pytest.mark.django_db
PAY = [{"section": "main", "place": n, "share": s} for n, s in ((1, 50), (2, 30), (3, 10), (4, 10))]


@pytest.fixture(autouse=True)
def _no_tables_of_other_tests() -> None:
    """Tables are kept by a tournament's number and version, which tests use again."""
    forget()


def final(**plan: Any) -> Tournament:
    """Four players, 400.00 in the pot; the semifinals are played, 1 and 2 are in the final."""
    made = entered(4, pay_table=PAY, organizer=director())
    fees.set_plan(made.pk, by=None, entry_fee=10000, **plan)
    start(made.pk, by=None, now=NOW)
    win_all(made, "W1.1 1", "W1.2 2")
    made.refresh_from_db()
    return made


def user(of: Tournament, name: object) -> User:
    login = entry(of, name).player.user
    assert login is not None
    return login


def propose(of: Tournament, by: User | None = None, **terms: Any) -> PrizeAgreement:
    wanted = AgreementTerms(**({"kind": "equal"} | terms))
    return agreements.propose(of.pk, wanted, by=by or user(of, 1), now=NOW)


def confirmed(of: Tournament, **terms: Any) -> PrizeAgreement:
    made = propose(of, **terms)
    for share in made.shares.filter(confirmed_at=None):
        agreements.confirm(
            made.pk, share.entry_id, by=_boss(of), now=NOW, note="Said so at the desk"
        )
    made.refresh_from_db()
    return made


def _boss(of: Tournament) -> User:
    assert of.organizer is not None
    return of.organizer


def part(of: Tournament) -> SheetPart:
    return payout_sheet(Tournament.objects.get(pk=of.pk)).parts[0]


def due(of: Tournament) -> dict[str, int]:
    return {line.who: line.due for line in part(of).lines if line.due}


def signed_in(who: User) -> Client:
    client = Client()
    client.force_login(who)
    return client


def test_it_counts_once_both_finalists_have_confirmed() -> None:
    of = final()
    made = propose(of)
    assert due(of) == {"3": 4000, "4": 4000}
    news = Notification.objects.filter(kind="agreement").values_list("user", "subject")
    assert list(news) == [(user(of, 2).pk, f"proposed:{made.pk}")]
    agreements.confirm(made.pk, entry(of, 2).pk, by=user(of, 2), now=NOW)
    assert due(of) == {"1": 16000, "2": 16000, "3": 4000, "4": 4000}
    assert {line.who for line in part(of).lines if line.is_agreed} == {"1", "2"}
    win_all(of, "W2.1 2")
    assert due(of) == {"1": 16000, "2": 16000, "3": 4000, "4": 4000}
    over = Tournament.objects.get(pk=of.pk)
    (drawn,) = winners_of_tournament(over, outline(over))
    assert [(row.player.name, row.prize) for row in drawn.rows][:2] == [
        ("2", "€160"),
        ("1", "€160"),
    ]


def test_one_who_has_not_confirmed_withdraws_it_and_nothing_counts() -> None:
    of = final()
    made = propose(of)
    with pytest.raises(DomainError, match="already_proposed"):
        propose(of, by=user(of, 2))
    agreements.end(made.pk, by=user(of, 2), now=NOW)
    with pytest.raises(DomainError, match="agreement_ended"):
        agreements.confirm(made.pk, entry(of, 2).pk, by=user(of, 2), now=NOW)
    assert propose(of, by=user(of, 2)).pk != made.pk


def test_a_player_who_lost_cannot_confirm_afterwards_but_a_director_can() -> None:
    of = final()
    made = propose(of)
    win(of, "W2.1", 1, go_on=False)
    with pytest.raises(DomainError, match="agreement_outdated"):
        agreements.confirm(made.pk, entry(of, 2).pk, by=user(of, 2), now=NOW)
    advance(of.pk, NOW)
    with pytest.raises(DomainError, match="agreement_outdated"):
        agreements.confirm(made.pk, entry(of, 2).pk, by=user(of, 2), now=NOW)
    address = f"/tournaments/{of.slug}/agreements/"
    page = signed_in(user(of, 2)).get(address).text
    assert "Not confirmed in time" in page
    assert "Confirm agreement" not in page
    assert "Confirm for this player" in signed_in(_boss(of)).get(address).text
    agreements.confirm(made.pk, entry(of, 2).pk, by=_boss(of), now=NOW, note="Before the final")
    assert due(of) == {"1": 16000, "2": 16000, "3": 4000, "4": 4000}


def test_a_save_with_a_player_who_is_out_ends_when_another_is_proposed() -> None:
    of = entered(4, pay_table=PAY, organizer=director())
    fees.set_plan(of.pk, by=None, entry_fee=10000)
    start(of.pk, by=None, now=NOW)
    first, second, third = (entry(of, n).pk for n in (1, 2, 3))
    late = propose(of, kind="save", two=(first, third), percent=60)
    win_all(of, "W1.1 1", "W1.2 2")
    with pytest.raises(DomainError, match="agreement_outdated"):
        agreements.confirm(late.pk, third, by=user(of, 3), now=NOW)
    propose(of, kind="save", two=(first, second), percent=60)
    late.refresh_from_db()
    assert late.ended_at is not None


def test_only_a_few_players_divide_prizes_and_nobody_proposes_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = final()
    monkeypatch.setattr(agreements, "MOST_PLAYERS", 1)
    with pytest.raises(DomainError, match="too_many_players"):
        propose(of)
    monkeypatch.setattr(agreements, "MOST_PLAYERS", 2)
    monkeypatch.setattr(agreements, "MOST", 1)
    monkeypatch.setattr(agreements, "MOST_AN_HOUR", 2)
    for _time in range(2):
        agreements.end(propose(of).pk, by=user(of, 2), now=NOW)
    with pytest.raises(DomainError, match="too_many_proposals"):
        propose(of)
    propose(of, by=user(of, 2))
    with pytest.raises(DomainError, match="too_many_agreements"):
        propose(of, by=user(of, 2))


def test_whoever_acts_is_not_notified_of_it() -> None:
    of = final()
    first, second = user(of, 1), user(of, 2)
    made = propose(of)
    agreements.end(made.pk, by=second, now=NOW)
    made = propose(of)
    agreements.confirm(made.pk, entry(of, 2).pk, by=second, now=NOW)
    agreements.end(made.pk, by=_boss(of), now=NOW, reason="Forbidden here")
    news = Notification.objects.filter(kind="agreement").values_list("user", "values__what")
    assert sorted((pk, what) for pk, what in news if what != "proposed") == sorted(
        [
            (first.pk, "withdrawn"),
            (first.pk, "agreed"),
            (first.pk, "ended"),
            (second.pk, "ended"),
        ]
    )


def test_staff_who_end_a_proposal_act_as_staff() -> None:
    of = final()
    made = propose(of)
    staff = director("staff")
    staff.is_staff = True
    staff.save()
    begin_request()
    agreements.end(made.pk, by=staff, now=NOW)
    assert has_acted_as_staff()


def test_a_token_to_play_does_nothing_that_only_directors_may() -> None:
    of = final()
    _stored, text = create_token(_boss(of), "play", [Scope.PLAY])
    program = Client(headers={"Authorization": f"Bearer {text}"})
    made = propose(of)
    address = f"/api/v1/tournaments/{of.slug}/agreements"
    two = {"kind": "save", "entries": [entry(of, 1).pk, entry(of, 2).pk], "percent": 5}
    for path, body in (
        (address, two),
        (f"{address}/{made.pk}/confirm", {"entry": entry(of, 2).pk, "note": "By phone"}),
        (f"{address}/{made.pk}/end", {"reason": "No"}),
    ):
        refused = program.post(path, body, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (403, "token_scope")
    made = PrizeAgreement.objects.get()
    assert made.ended_at is None
    assert made.shares.filter(confirmed_at=None).count() == 1


def test_equal_shares_are_multiples_of_the_smallest_amount_paid_out() -> None:
    of = final(pay_unit=1500)
    made = propose(of)
    assert list(made.shares.values_list("amount", flat=True)) == [17000, 15000]
    form = signed_in(_boss(of)).get(f"/tournaments/{of.slug}/agreements/main/equal/").text
    assert "€170" in form


def test_the_page_declines_withdraws_and_ends_and_does_nothing_else() -> None:
    of = final()
    address = f"/tournaments/{of.slug}/agreements/"
    first, second = signed_in(user(of, 1)), signed_in(user(of, 2))
    made = propose(of)
    assert "Decline proposal" in second.get(address).text
    assert "Withdraw proposal" in first.get(address).text
    body = {"do": "approve", "agreement": made.pk}
    assert "This page is out of date" in second.post(address, body, follow=True).text
    made.refresh_from_db()
    assert made.ended_at is None
    declined = second.post(address, body | {"do": "end"}, follow=True).text
    assert "Proposal declined." in declined
    body = {"do": "end", "agreement": confirmed(of).pk, "reason": "Forbidden here"}
    assert "Agreement ended." in signed_in(_boss(of)).post(address, body, follow=True).text


def test_only_players_concerned_and_directors_act() -> None:
    of = final()
    with pytest.raises(DomainError, match="not_concerned"):
        propose(of, by=user(of, 3))
    made = propose(of)
    for act in (
        lambda: agreements.confirm(made.pk, entry(of, 2).pk, by=user(of, 1), now=NOW),
        lambda: agreements.end(made.pk, by=user(of, 3), now=NOW),
    ):
        with pytest.raises(DomainError, match="not_concerned"):
            act()
    with pytest.raises(DomainError, match="note_needed"):
        agreements.confirm(made.pk, entry(of, 2).pk, by=_boss(of), now=NOW)
    agreements.confirm(made.pk, entry(of, 2).pk, by=_boss(of), now=NOW, note="By phone")
    with pytest.raises(DomainError, match="all_confirmed"):
        agreements.end(made.pk, by=user(of, 1), now=NOW)
    with pytest.raises(DomainError, match="reason_needed"):
        agreements.end(made.pk, by=_boss(of), now=NOW)
    agreements.end(made.pk, by=_boss(of), now=NOW, reason="They asked for it")
    assert due(of) == {"3": 4000, "4": 4000}


def test_the_amounts_have_to_come_to_the_open_prizes() -> None:
    of = final()
    first, second = entry(of, 1).pk, entry(of, 2).pk
    for terms in (
        {"kind": "given", "amounts": {first: 20000, second: 12001}},
        {"kind": "given", "amounts": {first: 32001, second: -1}},
        {"kind": "rest", "each": 16001},
    ):
        with pytest.raises(DomainError, match="wrong_sum"):
            propose(of, **terms)
    with pytest.raises(DomainError, match="wrong_players"):
        propose(of, kind="given", amounts={first: 32000})
    confirmed(of, kind="given", amounts={first: 20000, second: 12000})
    assert due(of) == {"1": 20000, "2": 12000, "3": 4000, "4": 4000}


def test_the_rest_goes_to_the_winner_once_there_is_one() -> None:
    of = final()
    confirmed(of, kind="rest", each=15000)
    assert due(of) == {"1": 15000, "2": 15000, "3": 4000, "4": 4000}
    win_all(of, "W2.1 2")
    assert due(of) == {"1": 15000, "2": 17000, "3": 4000, "4": 4000}


def test_a_save_of_ten_per_cent_between_the_finalists() -> None:
    of = final()
    two = (entry(of, 1).pk, entry(of, 2).pk)
    confirmed(of, kind="save", two=two, percent=10)
    with pytest.raises(DomainError, match="already_proposed"):
        propose(of, kind="save", two=two, percent=5)
    win_all(of, "W2.1 1")
    assert due(of) == {"1": 19200, "2": 12800, "3": 4000, "4": 4000}


def test_after_a_correction_it_no_longer_fits_and_the_preview_says_so() -> None:
    of = final()
    confirmed(of)
    semifinal = of.stages.get().pairings.get(key="W1.1")
    action = SetResult(pairing_id=semifinal.pk, winner=entry(of, 4).pk)
    asked = RulingRequest(None, NOW, "typed wrong")
    text = describe_preview(of, preview(action, asked))
    assert "1 agreement on prizes is affected" in [group.title for group in text.groups]
    rulings.correct_result(
        semifinal.pk, winner=entry(of, 4).pk, by=None, now=NOW, reason="typed wrong"
    )
    assert part(of).misfits == 1
    assert due(of) == {"1": 4000, "3": 4000}
    page = signed_in(_boss(of)).get(f"/tournaments/{of.slug}/manage/money/payout/")
    assert "An agreement of players no longer fits." in page.content.decode()


def test_a_prize_that_was_paid_before_shows_as_a_difference() -> None:
    of = final()
    confirmed(of)
    line = next(line for line in part(of).lines if line.who == "1")
    payment = ledger.Payment(by=None, now=NOW, key="prize-of-one")
    ledger.pay_out(of.pk, line.key, expected=16000, payment=payment)
    agreement = PrizeAgreement.objects.get()
    agreements.end(agreement.pk, by=_boss(of), now=NOW, reason="Forbidden here")
    line = next(line for line in part(of).lines if line.who == "1")
    assert (line.due, line.paid) == (0, 16000)


def test_the_tournament_may_forbid_agreements_and_needs_prizes_in_money() -> None:
    of = final(agreements=False)
    with pytest.raises(DomainError, match="agreements_not_allowed"):
        propose(of)
    without = entered(2, pay_table=PAY)
    start(without.pk, by=None, now=NOW)
    with pytest.raises(DomainError, match="agreements_not_allowed"):
        propose(without)


def test_players_propose_and_confirm_on_the_page() -> None:
    of = final()
    address = f"/tournaments/{of.slug}/agreements/"
    first, second = signed_in(user(of, 1)), signed_in(user(of, 2))
    assert address in first.get(f"/tournaments/{of.slug}/").content.decode()
    wrong = {f"amount_{entry(of, 1).pk}": "200", f"amount_{entry(of, 2).pk}": "100"}
    refused = first.post(f"{address}main/given/", wrong)
    assert refused.status_code == 422
    assert 'value="200"' in refused.content.decode()
    assert first.post(f"{address}main/equal/").status_code == 302
    made = PrizeAgreement.objects.get()
    body = {"do": "confirm", "agreement": made.pk, "entry": entry(of, 2).pk}
    assert "Confirm agreement" in second.get(address).content.decode()
    second.post(address, body)
    made.refresh_from_db()
    assert made.agreed_at is not None
    three = signed_in(user(of, 3)).get(address)
    assert "€160" not in three.content.decode()
    assert signed_in(director()).get(address).status_code == 403


def test_the_api_does_the_same() -> None:
    of = final()
    address = f"/api/v1/tournaments/{of.slug}/agreements"
    first, second = signed_in(user(of, 1)), signed_in(user(of, 2))
    made = first.post(address, {"kind": "rest", "each": 15000}, content_type="application/json")
    assert (made.status_code, made.json()["rest"], made.json()["state"]) == (201, 2000, "proposed")
    confirm = f"{address}/{made.json()['id']}/confirm"
    body = {"entry": entry(of, 2).pk}
    assert second.post(confirm, body, content_type="application/json").json()["state"] == "agreed"
    assert (
        first.post(
            f"{address}/{made.json()['id']}/end", content_type="application/json"
        ).status_code
        == 409
    )
    assert [row["state"] for row in second.get(address).json()] == ["agreed"]
    assert signed_in(user(of, 3)).get(address).json() == []


def test_a_member_of_a_pair_confirms_for_it() -> None:
    of = final()
    made = propose(of)
    partner = director("partner")
    of.entries.get(player__name="2").members.create(player=ensure_player(partner), board=1)
    agreements.confirm(made.pk, entry(of, 2).pk, by=partner, now=NOW)
    assert Entry.objects.filter(agreement_shares__confirmed_by=partner).count() == 1
