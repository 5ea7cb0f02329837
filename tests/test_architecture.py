"""The shape of the house: small files with a purpose, pure packages, no drawers for odds and ends."""

import ast
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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
LONGEST = 400
DRAWERS = {"utils", "helpers", "common", "misc"}
# The pure packages, of either app: standard library only; formats/matching.py alone may use an exact matcher.
ENGINE = ("games.engine", "games.records", "games.bots")
ORGANIZING = ("tournaments.formats", "tournaments.standings", "tournaments.payouts")
RATING = ("ratings.formulas",)
FAIR_PLAY = ("fairplay.evidence",)
CLOCKS = ("tableclock.matchlog",)
SEASONS = ("series.merit",)
LADDERS = ("ladders.order",)
LEAGUES = ("leagues.promotion",)
PURE = tuple(
    package.replace(".", "/")
    for package in ENGINE + ORGANIZING + RATING + FAIR_PLAY + CLOCKS + SEASONS + LADDERS + LEAGUES
)
OWN = {
    "games": ENGINE,
    "tournaments": ORGANIZING,
    "ratings": RATING,
    "series": SEASONS,
    "ladders": LADDERS,
    "leagues": LEAGUES,
    "fairplay": FAIR_PLAY,
    "tableclock": (*ENGINE, *CLOCKS),
}
EXCEPTIONS = {"tournaments/formats/matching.py": {"rustworkx"}}


def written(*folders: str, suffixes: tuple[str, ...] = (".py",)) -> list[Path]:
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    left_out = {"migrations", "vendor", "__pycache__", "data"}
    return sorted(
        path for path in paths if path.suffix in suffixes and not left_out & set(path.parts)
    )


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


SOURCES = [ROOT / "bootstrap.py", ROOT / "manage.py", *written(*PACKAGES, "tests", "benchmarks")]
FRONT = written("static", "templates", suffixes=(".js", ".css", ".html"))
PURE_SOURCES = written(*PURE)


def offenders(paths: list[Path], offends: Callable[[Path], object]) -> list[str]:
    return [f"{name(path)}: {why}" for path in paths if (why := offends(path))]


def test_a_file_is_at_most_four_hundred_lines() -> None:
    def too_long(path: Path) -> int:
        lines = len(path.read_text().splitlines())
        return lines if lines > LONGEST else 0

    assert offenders([*SOURCES, *FRONT], too_long) == []


def test_a_module_says_what_it_is_for() -> None:
    def silent(path: Path) -> bool:
        text = path.read_text()
        return bool(text.strip()) and not ast.get_docstring(ast.parse(text))

    assert offenders(SOURCES, silent) == []


def test_there_is_no_module_for_odds_and_ends() -> None:
    assert [name(path) for path in SOURCES if DRAWERS & {path.stem, *path.parts}] == []


def test_pure_packages_import_the_standard_library_and_each_other() -> None:
    def foreign(path: Path) -> list[str]:
        own = OWN[path.relative_to(ROOT).parts[0]]
        allowed = EXCEPTIONS.get(name(path), set())
        return [m for m in imported(path) if not _pure(m, own) and m not in allowed]

    assert offenders(PURE_SOURCES, foreign) == []


def _pure(module: str, own: tuple[str, ...]) -> bool:
    if module.partition(".")[0] in sys.stdlib_module_names:
        return True
    return any(module == package or module.startswith(f"{package}.") for package in own)


def test_pure_packages_read_no_clock_and_roll_no_dice() -> None:
    """Times, dice and seeds are arguments; a bot's policy and a draw are given their own Random."""

    def worldly(path: Path) -> set[str]:
        given = {"random"} if "bots" in path.parts or path.stem == "draw" else set()
        return {"time", "random", "secrets"} & set(imported(path)) - given

    assert offenders(PURE_SOURCES, worldly) == []


def imported(path: Path) -> list[str]:
    modules: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import in {path}"
            modules.append(node.module or "")
    return modules


def test_the_walk_over_the_sources_finds_them() -> None:
    assert ROOT / "config" / "settings.py" in SOURCES
    assert any(path.parent.name == "engine" for path in PURE_SOURCES)
