"""docs/security.md: no requirement of levels 1 and 2 is left out, what it names exists, and what it says of the sources holds."""

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
LEVEL_2 = re.findall(
    r"\S+",
    """
1.1.1 1.1.2 1.2.6 1.2.7 1.2.8 1.2.9 1.3.3 1.3.4 1.3.5 1.3.6 1.3.7 1.3.8 1.3.9 1.3.10 1.3.11 1.4.1 1.4.2 1.4.3 1.5.2
2.1.2 2.1.3 2.2.3 2.3.2 2.3.3 2.3.4 2.4.1 3.3.2 3.3.3 3.3.4 3.4.3 3.4.4 3.4.5 3.4.6 3.5.4 3.5.5 3.7.1 3.7.2 4.1.2
4.1.3 4.2.1 4.3.1 4.3.2 4.4.2 4.4.3 4.4.4 5.1.1 5.2.3 5.4.1 5.4.2 5.4.3 6.1.2 6.1.3 6.2.9 6.2.10 6.2.11 6.2.12 6.3.3
6.3.4 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3 6.8.1 6.8.2 6.8.3 6.8.4 7.1.1 7.1.2 7.1.3 7.3.1
7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2 8.1.2 8.2.3 8.4.1 9.2.2 9.2.3 9.2.4 10.1.1 10.1.2 10.2.1 10.2.2 10.3.1
10.3.2 10.3.3 10.3.4 10.4.6 10.4.7 10.4.8 10.4.9 10.4.10 10.4.11 10.5.1 10.5.2 10.5.3 10.5.4 10.5.5 10.6.1 10.6.2
10.7.1 10.7.2 10.7.3 11.1.1 11.1.2 11.2.1 11.2.2 11.2.3 11.3.3 11.4.2 11.4.3 11.4.4 11.5.1 11.6.1 12.1.2 12.1.3 12.3.1
12.3.2 12.3.3 12.3.4 13.1.1 13.2.1 13.2.2 13.2.3 13.2.4 13.2.5 13.3.1 13.3.2 13.4.2 13.4.3 13.4.4 13.4.5 14.1.1 14.1.2
14.2.2 14.2.3 14.2.4 14.3.2 14.3.3 15.1.2 15.1.3 15.2.2 15.2.3 15.3.2 15.3.3 15.3.4 15.3.5 15.3.6 15.3.7 16.1.1 16.2.1
16.2.2 16.2.3 16.2.4 16.2.5 16.3.1 16.3.2 16.3.3 16.3.4 16.4.1 16.4.2 16.4.3 16.5.1 16.5.2 16.5.3 17.1.1 17.2.1 17.2.2
17.2.3 17.2.4 17.3.1 17.3.2
""",
)
ROWS = dict(re.findall(r"^\| (\d+\.\d+\.\d+) \| [^|]+ \| (.+) \|$", TEXT, re.MULTILINE))
SUMMARY = re.search(r"Of the \d+ requirements, [^.]+\.", TEXT.replace("\n", " "))[0]  # type: ignore[index]
NAMED = sorted(set(re.findall(r"`([^`\n]+)`", TEXT)))
PATHS = [
    name
    for name in NAMED
    if re.fullmatch(r"[\w./-]+(\.\w+|/\w+)(::\w+)?", name)
    and "/" in name
    and not name.startswith("/")
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
    "leagues",
    "series",
    "social",
    "tableclock",
    "tournaments",
    "web",
    "webhooks",
)


def test_every_requirement_of_level_1_has_one_line() -> None:
    part = TEXT.partition("## Level 1\n")[2].partition("## Level 2")[0]
    assert numbers_of(part) == LEVEL_1
    assert len(LEVEL_1) == 70


def test_every_requirement_of_level_2_has_one_line_in_its_chapter() -> None:
    part = TEXT.partition("## Level 2\n")[2]
    assert numbers_of(part) == LEVEL_2
    assert len(LEVEL_2) == 183
    for chapter in part.split("\n### V")[1:]:
        number = chapter.partition(" ")[0]
        assert {each.partition(".")[0] for each in numbers_of(chapter)} == {number}


def test_what_is_not_met_is_counted_rightly() -> None:
    counted = [int(number) for number in re.findall(r"\d+", SUMMARY)]
    rows = [ROWS[number] for number in LEVEL_2]
    starts = ("**Not met**", "**In part**", "Does not apply, because ")
    assert counted == [len(rows), *(sum(row.startswith(start) for row in rows) for start in starts)]


def numbers_of(part: str) -> list[str]:
    return re.findall(r"^\| (\d+\.\d+\.\d+) \|", part, re.MULTILINE)


def test_each_line_names_something_or_says_why_it_does_not_apply() -> None:
    signs = ("`", "above", "the same")
    assert [
        number
        for number in [*LEVEL_1, *LEVEL_2]
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


def test_no_template_and_no_pattern_of_the_database_is_made_of_text() -> None:
    wrong = re.compile(r"from_string\(|\bimport .*\bTemplate\b|__i?regex\b")
    assert [
        (name, match[0]) for name, text in sources(".py") if (match := wrong.search(text))
    ] == []


def test_no_script_touches_prototypes() -> None:
    wrong = re.compile(r"__proto__|\bsetPrototypeOf\b|\.prototype\b")
    assert [
        (name, match[0]) for name, text in sources(".js") if (match := wrong.search(text))
    ] == []


def test_programs_are_called_in_nine_places_and_by_no_shell() -> None:
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
        "web/post_process.py",
        "web/side_process.py",
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
        ("accounts/openid_log_in.py", "requests"),
        ("accounts/openid_log_in.py", "urllib3"),
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
        "notifications/services/push_senders.py",
        "notifications/services/push_subscriptions.py",
        "web/post_pool.py",
        "web/post_worker.py",
        "web/post_process.py",
        "webhooks/services/endpoints.py",
        "webhooks/services/senders.py",
    }
    assert 'HTTPConnection("127.0.0.1"' in (ROOT / "config/probe.py").read_text()
