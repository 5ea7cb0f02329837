"""The matches of the weekend: reported by phones, disputed, typed, forfeited, corrected; then the prizes."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.clicks import Hand
from tests.e2e.weekend import ABSENT, Weekend, winner_of


def slip_of(on: Weekend, row: dict[str, Any]) -> str:
    """The address behind the code on the slip that lies on this table."""
    on.go("tables/")
    on.page.locator("a.floor-two", has_text=row["two"][0]).first.click()
    link = on.page.locator("a[href*='/t/']").first
    return "/t/" + str(link.get_attribute("href")).split("/t/")[1]


def report(hand: Hand, code: str, me: str, winner: str, lost: int) -> None:
    """Three taps by somebody who holds the slip."""
    page = hand.page
    page.goto(code)
    other = page.get_by_text("Report a different result")
    if other.count():
        hand.click(other)
    form = page.locator("form.slip-form").first
    hand.click(form.locator("fieldset").nth(0).get_by_role("radio", name=me))
    hand.click(form.locator("fieldset").nth(1).get_by_role("radio", name=winner))
    hand.click(form.locator(f"button[value='{lost}']"))


def report_by_phones(on: Weekend) -> None:
    """One score is confirmed by the other phone and recorded at the desk, one stands after ten minutes."""
    first, second = on.open_rows()[:2]
    code = slip_of(on, first)
    on.notes["pages"] = [code, *on.notes.get("pages", ())]
    item, two = Hand(on.phone()), Hand(on.phone())
    with item.doing("A player reports a score by the slip"):
        report(item, code, first["two"][0], first["two"][0], 4)
    two.page.goto(code)
    with two.doing("The other player confirms it"):
        two.button("Confirm result")
    two.page.get_by_role("heading", name="Both reports agree").wait_for()
    assert not on.decided(first["id"]), "neither phone is signed in"
    on.go()
    line = on.page.locator("li.q", has_text="Both reports from one network").first
    on.hand.click(line.get_by_role("button", name=first["two"][0]))
    line.wait_for(state="detached")
    assert on.decided(first["id"]), "the desk has recorded it"
    report(item, slip_of(on, second), second["two"][1], second["two"][1], 7)
    item.page.get_by_text("unless someone disputes it").wait_for()
    on.later("board_sweep", minutes=10)
    assert on.decided(second["id"]), "nobody said otherwise for ten minutes"
    on.hand.counted |= item.counted | two.counted


def settle_disputes(on: Weekend) -> None:
    """Two scores on which the phones differ; the desk decides what the players did not."""
    for row in on.open_rows()[:2]:
        code = slip_of(on, row)
        for me in row["two"]:
            phone = Hand(on.phone())
            report(phone, code, me, me, 3)
            text = (
                "The director will decide"
                if me == row["two"][1]
                else re.compile("Result reported|The director will decide")
            )
            phone.page.get_by_role("heading", name=text).wait_for()
            phone.page.context.close()
        on.go()
        with on.hand.doing("Decide a disputed score"):
            dispute = on.page.locator("li.q", has_text="Score disputed").first
            on.hand.click(dispute.get_by_role("button", name=row["two"][1]))
        dispute.wait_for(state="detached")
        assert on.decided(row["id"]), "the desk has decided"


def no_show(on: Weekend) -> None:
    """Who never came loses without play, seen before it is done."""
    on.notes["no_show"] = True
    row = next((row for row in on.open_rows() if ABSENT in row["two"]), None)
    if row is None:  # the opponent is not known yet
        on.notes["no_show"] = False
        play_on(on, turns=1)
        no_show(on)
        return
    on.page.get_by_role("row", name=ABSENT).locator("td.where").click()
    on.page.keyboard.press("f")
    box = on.page.locator("dialog[open]")
    box.get_by_role("checkbox", name=ABSENT).check()
    box.locator("[name$=reason]").fill("Not there at the call.")
    box.get_by_role("button", name="Preview changes").click()
    box.locator("form.ruling-end button").first.click()
    on.page.locator("dialog[open]").wait_for(state="detached")
    won = on.decided(row["id"])
    assert won
    assert winner_of(won) != ABSENT


def type_quickly(on: Weekend) -> None:
    """The keyboard alone: E, table and score, Enter; the line keeps the focus for the next."""
    for number, row in enumerate(on.open_rows()[:3]):
        with on.hand.doing(
            "Over the board: enter the next result" if number else "Over the board: enter a result"
        ):
            if not number:
                on.hand.press("e")
            on.hand.type(f"{row['table']} {row['to']}-2")
            on.page.locator("#quick-says", has_text=row["two"][0]).wait_for()
            on.hand.press("Enter")
        on.page.locator(f"tr[data-key='{row['id']}']").wait_for(state="detached")
        assert winner_of(on.decided(row["id"])) == row["two"][0]


def correct(on: Weekend) -> None:
    """A result of the first round turns out to be the other way round when the fourth is on."""
    first = next(item for item in on.bracket()[0]["pairings"] if item["outcome"] == "played")
    wrong = winner_of(first)
    right = next(s["player"]["name"] for s in first["slots"] if s["player"]["name"] != wrong)
    on.go()
    with on.hand.doing("Correct a result rounds back"):
        on.hand.link("Last 64")
        row = on.page.locator(f"tr[data-key='{first['id']}']")
        on.hand.link("Correct result", row)
        box = on.page.locator("dialog[open]")
        on.hand.click(box.get_by_role("radio", name=right))
        box.locator("[name$=winner_points]").fill("9")
        box.locator("[name$=loser_points]").fill("8")
        box.locator("[name$=reason]").fill("The slip was read wrongly.")
        on.hand.button("Preview changes", box)
        box.get_by_text("Nothing has changed yet").wait_for()
        on.notes["cascade"] = box.inner_text()
        on.hand.click(box.locator("form.ruling-end button").first)
    on.page.locator("dialog[open]").wait_for(state="detached")
    on.notes["corrected"] = (wrong, right)
    assert winner_of(on.decided(str(first["id"]))) == right


def pay_out(on: Weekend) -> None:
    """Everybody who has won something gets it."""
    on.go()
    with on.hand.doing("Pay out the first prize"):
        on.hand.link("Prizes")
        on.hand.link("Payout")
        left = pay_one(on)
    while left:
        with on.hand.doing("Pay out the next prize"):
            left = pay_one(on)
    on.notes["payout"] = on.page.locator("#main").inner_text()


def pay_one(on: Weekend) -> int:
    """How many are left when the page says that this one is paid."""
    unpaid = on.page.get_by_role("button", name="Mark paid")
    unpaid.first.wait_for()
    on.page.wait_for_load_state()
    left = unpaid.count() - 1
    on.hand.button("Mark paid")
    expect(unpaid).to_have_count(left)
    return left


def play_on(on: Weekend, turns: int = 99) -> None:
    """Results as they come in, typed at the desk. What is drawn is published."""
    for _turn in range(turns):
        rows = [row for row in on.open_rows() if row["table"]]
        for row in rows:
            score = f"{row['to']}-{int(row['id']) % row['to']}"
            if int(row["id"]) % 3 == 0:
                score = "-".join(reversed(score.split("-")))
            on.post("quick/", text=f"{row['table']} {score}")
        if not rows and not publish(on):
            return


def publish(on: Weekend) -> bool:
    """What waits to be published, if anything does."""
    link = on.page.get_by_role("link", name="Check pairings")
    if not link.count():
        return False
    on.page.goto(link.first.get_attribute("href"))
    on.hand.button("Publish draw")
    on.page.wait_for_url("**/manage/")
    return True
