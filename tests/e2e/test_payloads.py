"""Names, titles and chat full of scripts, in a real browser: none runs, and none even comes so far as the content policy."""

from typing import Any

from tests.e2e.people import sign_in
from tests.services.topology import Site

MAKE = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games.chat_envelope import LineRequest
from games.engine.rules import Rules
from games.services import chat, friendly
from tests.attacks.corpus import ATTRIBUTES, LINKS, TAGS, TEMPLATES
from tournaments.entry.services import entries
from tournaments.setup.services import lifecycle
from tournaments.bracket.services.start import start
now, anna, bert = timezone.now(), User.objects.get(username="anna"), User.objects.get(username="bert")
for user, text in ((anna, TAGS[5]), (bert, ATTRIBUTES[6])):
    user.player.name = text
    user.player.save()
made = lifecycle.create(organizer=anna, name=TAGS[1], lengths=[3], clock=None, draw_method="manual", description=TAGS[6] + TAGS[2])
for player in (anna.player, bert.player):
    entries.add_walk_in(made.pk, by=None, now=now, player=player)
for number, text in enumerate((*TAGS, *ATTRIBUTES, *LINKS, *TEMPLATES)):
    entries.add_walk_in(made.pk, by=None, now=now, name=f"{text} {number}")
lifecycle.open_entry(made.pk, by=anna)
start(made.pk, by=None, now=now, draw_seed="5e" * 32)
match = friendly.challenge(anna.player, bert.player, Rules.preset("tournament", 1), None, now)
for number, text in enumerate((*TAGS[:8], *ATTRIBUTES[:6], *LINKS[:3], *TEMPLATES[:3])):
    chat.say(match.pk, anna, LineRequest(f"k{number}", text), now + timedelta(minutes=number - 60))
print(made.slug, match.pk)
"""
RAN = "window.ran = []; for (const name of ['xq7', 'alert']) window[name] = () => ran.push(name)"


def test_no_script_in_a_name_runs_in_a_browser(browser: Any, house: Site) -> None:
    slug, match = house.shell(MAKE).split()[-2:]
    page = sign_in(browser, house, "anna")
    rows: list[str] = []
    page.on("console", lambda message: rows.append(message.text))
    page.on("pageerror", lambda error: rows.append(str(error)))
    page.on("dialog", lambda dialog: rows.append(f"xq7 {dialog.message}"))
    page.add_init_script(RAN)
    pages = ["/", "/tournaments/", "/players/", "/watch/", "/profile/", f"/matches/{match}/"]
    pages += [
        f"/tournaments/{slug}/{part}"
        for part in (
            "",
            "entries/",
            "draw/",
            "standings/",
            "tv/",
            "boards/",
            "manage/",
            "manage/settings/",
        )
    ]
    for address in pages:
        answer = page.goto(address)
        assert answer.status in (200, 404), address
        page.wait_for_timeout(150)
        assert page.evaluate("ran") == [], address
        assert page.locator("xq7, [onerror], [onmouseover], [onfocus], [onload]").count() == 0, (
            address
        )
        loud = [text for text in rows if "Policy" in text or "xq7" in text or "CSP" in text]
        assert not loud, (address, loud)
        house_only = "slug => Array.from(document.querySelectorAll('[src], link[href]')).every(e => !String(e.src || e.href).replaceAll(slug, '').includes('xq7'))"
        assert page.evaluate(house_only, slug), address
    page.goto(f"/matches/{match}/")
    page.wait_for_function("document.body.innerText.includes('onerror=xq7')")
