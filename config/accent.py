"""One accent colour of the operator as the tokens of static/css/tokens.css, for light and dark pages.

Text must have a contrast of 4.5 : 1 (WCAG 2.2), so a colour that is too light for text on paper is refused.
"""

LEAST = 4.5
WHITE, BLACK, INK = "#ffffff", "#000000", "#0b0f0d"
# --bg and --text-2 of light pages, --raised and --text-2 of dark ones (static/css/tokens.css; a test compares).
PAPER, QUIET = "#e0e8e2", "#46534b"
DARK_PAPER, DARK_QUIET = "#232b27", "#a8b5ad"
DARK_SURFACE = "#181e1b"


def luminance(colour: str) -> float:
    """The relative luminance of #rrggbb, 0 to 1 (WCAG 2.2)."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """From 1 to 21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def mixed(first: str, second: str, share: float) -> str:
    """`first` with this share of `second`, 0 to 1."""
    pairs = ((int(first[at : at + 2], 16), int(second[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def is_dark_enough(colour: str) -> bool:
    """Can text in this colour be read on paper?"""
    return contrast(colour, PAPER) >= LEAST


def stylesheet(accent: str) -> str:
    """The tokens that this accent replaces."""
    tokens = {
        name: f"light-dark({light}, {dark})"
        for (name, light), dark in zip(_light(accent).items(), _dark(accent).values(), strict=True)
    }
    lines = "".join(f"    --{name}: {value};\n" for name, value in tokens.items())
    return "@layer tokens {\n  :root {\n" + lines + "  }\n}\n"


def _light(accent: str) -> dict[str, str]:
    return {
        "accent": accent,
        "accent-fill": accent,
        "accent-fill-hover": mixed(accent, BLACK, 0.2),
        "on-accent": WHITE,
        "accent-soft": _soft(WHITE, accent, (accent, QUIET)),
    }


def _dark(accent: str) -> dict[str, str]:
    light = next(
        shade
        for step in range(21)
        if contrast(shade := mixed(accent, WHITE, step / 20), DARK_PAPER) >= LEAST + 1
    )
    return {
        "accent": light,
        "accent-fill": light,
        "accent-fill-hover": mixed(light, WHITE, 0.2),
        "on-accent": INK,
        "accent-soft": _soft(DARK_SURFACE, accent, (light, DARK_QUIET)),
    }


def _soft(surface: str, accent: str, inks: tuple[str, ...]) -> str:
    """As much of the accent in the surface as these inks can be read on, at most a quarter."""
    return next(
        shade
        for step in range(25, -1, -1)
        if all(contrast(ink, shade := mixed(surface, accent, step / 100)) >= LEAST for ink in inks)
    )
