"""docs/security.md: no requirement of level 1 is left out, what it names exists, and what it says of the sources holds."""

import re
from pathlib import Path

from allauth.mfa import app_settings as mfa
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "security.md").read_text()
# ASVS 5.0.0, level 1: the CSV that the document names.
LEVEL_1 = re.findall(
    r"\S+",
    """
1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3
4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2
7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5
11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1
""",
)
ROWS = dict(re.findall(r"^\| (\d+\.\d+\.\d+) \| [^|]+ \| (.+) \|$", TEXT, re.MULTILINE))
NAMED = sorted(set(re.findall(r"`([^`\n]+)`", TEXT)))
PATHS = [
    name for name in NAMED if re.fullmatch(r"[\w./-]+(\.\w+|/\w+)(::\w+)?", name) and "/" in name
]
SETTINGS = [name for name in NAMED if re.fullmatch(r"[A-Z][A-Z_]{3,}", name)]
OUTSIDE = {"SITE_ADDRESS", "SECRET_KEY_FALLBACKS"}  # of the proxy; of Django itself
PACKAGES = (
    "accounts",
    "analysis",
    "clubs",
    "config",
    "embeds",
    "fairplay",
    "games",
    "notifications",
    "ratings",
    "satellites",
    "ladders",
    "series",
    "social",
    "tableclock",
    "tournaments",
    "web",
    "webhooks",
)


def test_every_requirement_of_level_1_has_one_line() -> None:
    part = TEXT.partition("## Level 1\n")[2].partition("## Level 2")[0]
    assert re.findall(r"^\| (\d+\.\d+\.\d+) \|", part, re.MULTILINE) == LEVEL_1
    assert len(LEVEL_1) == 70


def test_each_line_names_something_or_says_why_it_does_not_apply() -> None:
    signs = ("`", "above", "the same")
    assert [
        number
        for number in LEVEL_1
        if not ROWS[number].startswith("Does not apply, because ")
        and not any(sign in ROWS[number] for sign in signs)
    ] == []


def test_every_file_and_test_it_names_exists() -> None:
    assert len(PATHS) > 40
    assert [name for name in PATHS if not exists(*name.split("::"))] == []


def exists(path: str, test: str = "") -> bool:
    result = ROOT / path
    if not result.exists() or not test:
        return result.exists()
    return re.search(rf"^def {test}\(", result.read_text(), re.MULTILINE) is not None


def test_every_setting_it_names_exists() -> None:
    example = (ROOT / ".env.example").read_text()
    values = [*vars(mfa), *dir(type(mfa._app_settings))]
    assert [
        name
        for name in SETTINGS
        if name not in OUTSIDE
        and not hasattr(settings, name)
        and f"{name}=" not in example
        and name.removeprefix("MFA_") not in values
    ] == []


def sources(*endings: str) -> list[tuple[str, str]]:
    places = PACKAGES if ".py" in endings else ("static/js",)
    ps = [p for place in places for p in (ROOT / place).rglob("*") if p.suffix in endings]
    return [(str(p.relative_to(ROOT)), p.read_text()) for p in ps if "vendor" not in p.parts]


def test_no_script_makes_html_or_code_of_text() -> None:
    wrong = re.compile(
        r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|eval)\b|new Function|setTimeout\(['\"`]"
    )
    assert [
        (name, match[0]) for name, text in sources(".js") if (match := wrong.search(text))
    ] == []


def test_nothing_reads_xml_or_pickles() -> None:
    wrong = re.compile(r"^\s*(?:import|from) (xml|lxml|pickle|marshal|shelve|yaml)\b", re.MULTILINE)
    assert [
        (name, match[0]) for name, text in sources(".py") if (match := wrong.search(text))
    ] == []


def test_programs_are_called_in_seven_places_and_by_no_shell() -> None:
    calling = re.compile(r"\bsubprocess\b|os\.system|os\.popen|create_subprocess")
    callers = {name for name, text in sources(".py") if calling.search(text)}
    assert callers == {
        "analysis/engine/__init__.py",
        "analysis/engine/bot_process.py",
        "analysis/engine/file_process.py",
        "games/share_image.py",
        "tournaments/exchange/services/backup.py",
        "tournaments/exchange/services/backup_drill.py",
        "tournaments/exchange/services/scheduled_backups.py",
    }
    assert [
        name for name, text in sources(".py") if re.search(r"shell=True|os\.system", text)
    ] == []


def test_no_program_of_ours_opens_connections_to_other_hosts() -> None:
    """Sockets that listen, the machine's own names and addresses, the probe that asks its own process; and push services
    and webhooks, by https on public addresses alone (tests/notifications/test_push.py)."""
    calling = re.compile(
        r"^\s*(?:import|from) (socket|http\.client|urllib\.request|smtplib|ftplib|requests|httpx|aiohttp|urllib3)\b",
        re.MULTILINE,
    )
    callers = {
        (name, library) for name, text in sources(".py") for library in calling.findall(text)
    }
    assert callers == {
        ("config/embedded.py", "socket"),
        ("config/local_addresses.py", "socket"),
        ("config/server.py", "socket"),
        ("config/probe.py", "http.client"),
        ("games/live/heartbeat.py", "socket"),
        ("web/public_post.py", "http.client"),
        ("web/public_post.py", "socket"),
    }
    posting = re.compile(r"^\s*(?:import|from) web(?:\.| import )public_post", re.MULTILINE)
    assert {name for name, text in sources(".py") if posting.search(text)} == {
        "notifications/services/push_deliveries.py",
        "notifications/services/push_senders.py",
        "notifications/services/push_subscriptions.py",
        "webhooks/services/deliveries.py",
        "webhooks/services/endpoints.py",
        "webhooks/services/senders.py",
    }
    assert 'HTTPConnection("127.0.0.1"' in (ROOT / "config/probe.py").read_text()
