"""`python -m config.catalogues` compiles the translations (locale/*/LC_MESSAGES/*.po) that have changed.

Babel does it, which the site needs anyway, so GNU gettext need not be installed where the site runs. The catalogue of Serbian
in Latin letters is made from the Cyrillic one.
"""

import os
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent.parent / "locale"
SOURCE = "en"  # its texts are the keys, so it needs no catalogue
CYRILLIC, LATIN = "sr", "sr_Latn"
LETTERS = dict(
    zip(
        "абвгдђежзијклљмнњопрстћуфхцчџш",
        [*"abvgdđežzijkl", "lj", *"mn", "nj", *"oprstćufhcč", "dž", "š"],
        strict=True,
    )
)
DIGRAPHS = {"Љ": "Lj", "Њ": "Nj", "Џ": "Dž"}


def compile_changed(locale: Path = LOCALE) -> list[Path]:
    """Write each .mo file that is older than its .po file; returns what was written."""
    written = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        code = source.parent.parent.name
        if code == SOURCE:
            continue
        written += _compiled(source, source.with_suffix(".mo"), latin=False)
        if code == CYRILLIC:
            target = locale / LATIN / "LC_MESSAGES" / f"{source.stem}.mo"
            written += _compiled(source, target, latin=True)
    return written


def in_latin(text: str) -> str:
    """Serbian Cyrillic letter by letter in Latin; everything else stays. ЊЕГА is NJEGA, Његa is Njega."""
    return "".join(
        _letter(letter, text[k + 1 : k + 2], text[k - 1 : k] if k else "")
        for k, letter in enumerate(text)
    )


def _letter(letter: str, after: str, before: str) -> str:
    if letter in DIGRAPHS:
        loud = after.isupper() or (not after.isalpha() and before.isupper())
        return DIGRAPHS[letter].upper() if loud else DIGRAPHS[letter]
    latin = LETTERS.get(letter.lower())
    if latin is None:
        return letter
    return latin if letter.islower() else latin.capitalize()


def _compiled(source: Path, target: Path, *, latin: bool) -> list[Path]:
    if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
        return []
    with source.open("rb") as file:
        catalogue = read_po(file)
    if latin:
        _transliterate(catalogue)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    target.parent.mkdir(parents=True, exist_ok=True)
    _replace(target, compiled.getvalue())
    return [target]


def _transliterate(catalogue: Catalog) -> None:
    for message in catalogue:
        if not message.id:
            continue
        forms = message.string
        if isinstance(forms, str):
            message.string = in_latin(forms)
        elif forms:
            message.string = tuple(in_latin(form) for form in forms)


def _replace(target: Path, content: bytes) -> None:
    """At once: a process that starts at the same time reads the old file or the new one."""
    descriptor, name = tempfile.mkstemp(dir=target.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    os.chmod(name, 0o644)
    Path(name).replace(target)


if __name__ == "__main__":
    for path in compile_changed():
        sys.stdout.write(f"{path.relative_to(LOCALE.parent)}\n")
