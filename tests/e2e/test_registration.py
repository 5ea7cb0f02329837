"""A visitor enters two tournaments with one form: junior price, side pool, the right sum at the door, paid, a receipt."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
MAKE = """
from datetime import date
from accounts.models import User
from tournaments.models import Event, FeePlan, RegistrationPlan, SidePool, Venue
from tournaments.setup.services import lifecycle
olga = User.objects.get(username="olga")
event = Event.objects.create(
    slug="harbour", name="Harbour Open", starts_on=date(2090, 3, 14), ends_on=date(2090, 3, 15), organizer=olga,
    is_public=True,
)
for order, (name, fee) in enumerate((("Championship", 12000), ("Novice", 6000))):
    made = lifecycle.create(organizer=olga, name=name, lengths=[3], clock=None)
    made.event, made.event_order = event, order
    made.save()
    Venue.objects.update_or_create(tournament=made, defaults={"where": "board"})
    FeePlan.objects.create(tournament=made, entry_fee=fee, reduced_fee=fee // 2, reduced_for="born 2008 or later")
    RegistrationPlan.objects.create(tournament=made, is_open=True)
    SidePool.objects.create(tournament=made, name=f"{name} pool", fee=2000)
    lifecycle.open_entry(made.pk, by=olga)
    print(made.slug)
"""
LINK = """
from tournaments.models import Registration
from tournaments.registration.selectors.registration_link import link_of
print(link_of(Registration.objects.get(lead=None)))
"""


@pytest.fixture(scope="module")
def house(chromium: str) -> Any:
    site = Embedded()
    make_logins(site, ["olga"])
    yield site
    site.stop()


def test_two_divisions_a_junior_price_and_a_side_pool(house: Site, browser: Browser) -> None:
    first, second = house.shell(MAKE).strip().splitlines()[-2:]
    visitor = browser.new_page(base_url=house.url)
    visitor.goto(f"/tournaments/{first}/register/")
    button = visitor.get_by_role("button", name="Enter for").first
    expect(button).to_have_text("Enter for €120")
    visitor.get_by_label("Novice").first.check()
    visitor.get_by_label("Reduced entry fee").first.check()
    visitor.get_by_label("Championship pool").check()
    expect(button).to_have_text("Enter for €140")  # 120 − 60 + 20 + 60
    visitor.locator("#id_name").fill("Ola Zawadzka")
    visitor.locator("#id_email").fill("ola@example.org")
    visitor.get_by_label("shown on public pages").check()
    visitor.get_by_label("The organizer may keep").check()
    button.click()
    visitor.get_by_role("heading", name="Check your email").wait_for()
    link = house.shell(LINK).strip().splitlines()[-1]
    visitor.goto("/registrations/" + link.partition("/registrations/")[2])
    visitor.get_by_role("button", name="Enter for €140").click()
    visitor.get_by_text("Payment pending").wait_for()
    olga = sign_in(browser, house, "olga")
    for slug, amount in ((first, "€80"), (second, "€60")):
        olga.goto(f"/tournaments/{slug}/manage/door/")
        olga.get_by_role("button", name=f"Paid {amount} Ola Zawadzka").click()
        olga.get_by_role("link", name="Receipt Ola Zawadzka").wait_for()
    olga.get_by_role("link", name="Receipt Ola Zawadzka").click()
    olga.get_by_role("heading", name="Receipt HO-").wait_for()
    visitor.reload()
    visitor.get_by_text("All paid. Thank you.").wait_for()
