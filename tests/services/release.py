"""`make release VERSION=1.2.3`: checks, a changelog with the version and the day, a commit, a tag, and dist/ to publish.

A step that fails leaves the repository as it was (docs/releasing.md).
"""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from tests.services import supply_chain

ROOT = Path(__file__).resolve().parent.parent.parent
PYPROJECT, LOCK, CHANGELOG = "pyproject.toml", "uv.lock", "CHANGELOG.md"
UPGRADING, README = "docs/upgrading.md", "README.md"
FILES = (PYPROJECT, LOCK, CHANGELOG, UPGRADING, README)
"""What a release changes."""
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
UNRELEASED = "## [Unreleased]\n"
CHECKS = (["check"], ["quick"])
"""What must pass, as arguments of `python -m tests.services`."""


class ReleaseError(Exception):
    """Why there is no release, in one sentence."""


@dataclass(frozen=True, slots=True)
class Release:
    """A version of the repository in `root`; `notes` is its part of the changelog."""

    version: str
    day: date
    root: Path
    notes: str

    @property
    def tag(self) -> str:
        return f"v{self.version}"

    @property
    def folder(self) -> Path:
        return self.root / "dist" / self.version


def run(version: str, root: Path = ROOT, passes: Callable[[Path], bool] | None = None) -> int:
    """Make the release; 0, or 1 with the reason on standard error."""
    try:
        release = prepared(version, root)
        if not (passes or checks_pass)(root):
            raise ReleaseError("The checks failed; see above.")
        refuse_changes(root)
        publishable = made(release)
    except ReleaseError as refused:
        print(f"No release. {refused}", file=sys.stderr)
        return 1
    print(f"\n{release.tag} is committed and tagged. In {release.folder}:")
    for file in publishable:
        print(f"  {file.name}")
    print(f"Publish it: git push --atomic origin HEAD {release.tag}, and upload these files.")
    return 0


def prepared(version: str, root: Path) -> Release:
    """What the release will be; raises `ReleaseError` where it cannot begin."""
    previous = current_version(root)
    if not VERSION.fullmatch(version):
        raise ReleaseError("VERSION is not a version. Write for example: VERSION=1.2.3")
    if numbers(version) <= numbers(previous):
        raise ReleaseError(f"VERSION={version} is not later than {previous}.")
    refuse_changes(root)
    release = Release(version, datetime.now(UTC).date(), root, unreleased(root))
    if git(root, "tag", "--list", release.tag):
        raise ReleaseError(f"The tag {release.tag} exists already.")
    return release


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def current_version(root: Path) -> str:
    text = (root / PYPROJECT).read_text()
    match = re.search(r'^version = "([\d.]+)"$', text, re.MULTILINE)
    if match is None:
        raise ReleaseError(f"{PYPROJECT} has no version.")
    return match[1]


def refuse_changes(root: Path) -> None:
    """Raises `ReleaseError` where something is not committed, or is new and not ignored."""
    changed = git(root, "status", "--porcelain").splitlines()
    if changed:
        names = ", ".join(line[3:] for line in changed[:3])
        raise ReleaseError(f"Commit or remove what has changed first: {names}.")


def unreleased(root: Path) -> str:
    """The part of the changelog that has no version yet."""
    text = (root / CHANGELOG).read_text()
    if text.count(UNRELEASED) != 1:
        raise ReleaseError(f"{CHANGELOG} needs one line {UNRELEASED.strip()}.")
    part = text.partition(UNRELEASED)[2].partition("\n## [")[0].strip()
    if not part:
        raise ReleaseError(f"{CHANGELOG} has nothing under {UNRELEASED.strip()}.")
    return part + "\n"


def checks_pass(root: Path) -> bool:
    """The static checks, with those of the dependencies, and the quick tests."""
    environment = {**os.environ, "CI": "1"}
    command = [sys.executable, "-m", "tests.services"]
    return all(
        subprocess.call([*command, *words], cwd=root, env=environment) == 0 for words in CHECKS
    )


def made(release: Release) -> list[Path]:
    """The files to publish. Whatever fails, commit and tag are taken back, and the changed files are as before."""
    start = git(release.root, "rev-parse", "HEAD")
    try:
        set_version(release)
        git(release.root, "commit", "--quiet", "-m", f"Release {release.version}", "--", *FILES)
        files = written(release)
        add_tag(release)
    except BaseException:
        take_back(release, start)
        raise
    return files


def take_back(release: Release, start: str) -> None:
    with suppress(ReleaseError):
        git(release.root, "tag", "--delete", release.tag)
    git(release.root, "reset", "--quiet", "--soft", start)
    git(release.root, "restore", f"--source={start}", "--staged", "--worktree", "--", *FILES)
    shutil.rmtree(release.folder, ignore_errors=True)


def set_version(release: Release) -> None:
    """Write the version into every file that has it."""
    new = release.version
    heading = f"{UNRELEASED}\n## [{new}] – {release.day.isoformat()}\n"
    replace(release.root / CHANGELOG, re.escape(UNRELEASED), heading)
    replace(release.root / PYPROJECT, r'^version = "[\d.]+"$', f'version = "{new}"')
    package = r'(name = "barpoint"\nversion = )"[\d.]+"'
    replace(release.root / LOCK, package, rf'\g<1>"{new}"')
    readme = r"Version \d+\.\d+\.\d+(, the first release)?"
    replace(release.root / README, readme, f"Version {new}")
    next_release = r"^## From ([\d.]+) to the next release \(not released yet\)$"
    replace(release.root / UPGRADING, next_release, rf"## From \g<1> to {new}", least=0)


def replace(file: Path, pattern: str, text: str, least: int = 1) -> None:
    """Replace the one place of the pattern; `least` 0 where there may be none."""
    changed, count = re.subn(pattern, text, file.read_text(), flags=re.MULTILINE)
    if not least <= count <= 1:
        raise ReleaseError(f"{file.name}: there are {count} places for the version.")
    file.write_text(changed)


def add_tag(release: Release) -> None:
    """Signed where Git knows a key (`user.signingkey`)."""
    is_signed = bool(git(release.root, "config", "--default", "", "--get", "user.signingkey"))
    if not is_signed:
        print("The tag is not signed: git config user.signingkey names no key.")
    message = f"Barpoint {release.version}\n\n{release.notes}"
    kind = "--sign" if is_signed else "--annotate"
    git(release.root, "tag", kind, "--cleanup=verbatim", "-m", message, release.tag)


def written(release: Release) -> list[Path]:
    """The sources of the commit, its bill of materials, the notes, the image where Docker answers, and the checksums."""
    shutil.rmtree(release.folder, ignore_errors=True)
    release.folder.mkdir(parents=True)
    name = f"barpoint-{release.version}"
    sources = release.folder / f"{name}.tar.gz"
    write_sources(release, sources)
    bill = release.folder / f"{name}.cdx.json"
    write_bill_of_materials(release, bill)
    notes = release.folder / f"{name}.md"
    notes.write_text(release.notes)
    files = [sources, bill, notes]
    if docker_answers():
        files.append(release.folder / f"{name}-image.tar.gz")
        write_image(release, sources, files[-1])
    else:
        print("No image: the Docker daemon does not answer.")
    sums = release.folder / "SHA256SUMS"
    sums.write_text("".join(f"{digest(file)}  {file.name}\n" for file in files))
    return [*files, sums]


def write_sources(release: Release, file: Path) -> None:
    """The same bytes each time they are packed: gzip gets no time and no name."""
    prefix = f"--prefix=barpoint-{release.version}/"
    done = subprocess.run(
        ["git", "archive", "--format=tar", prefix, "HEAD"],
        cwd=release.root,
        check=True,
        capture_output=True,
    )
    with file.open("wb") as opened, gzip.GzipFile("", "wb", fileobj=opened, mtime=0) as packed:
        packed.write(done.stdout)


def write_bill_of_materials(release: Release, file: Path) -> None:
    """CycloneDX: the Python packages that a site runs (uv), and the scripts in static/vendor."""
    try:
        bill = supply_chain.bill_of_materials(release.root, os.environ)
    except (OSError, RuntimeError) as error:
        raise ReleaseError(str(error)) from None
    for folder in sorted((release.root / "static" / "vendor").glob("*/")):
        version = (folder / "VERSION").read_text().strip()
        bill["components"].append(
            {
                "type": "library",
                "bom-ref": f"vendor-{folder.name}",
                "name": folder.name,
                "version": version,
                "purl": f"pkg:npm/{folder.name}@{version}",
            }
        )
    file.write_text(json.dumps(bill, indent=2) + "\n")


def docker_answers() -> bool:
    program = shutil.which("docker")
    if program is None:
        return False
    asked = subprocess.run(
        [program, "version", "--format", "{{.Server.Version}}"], capture_output=True, check=False
    )
    return asked.returncode == 0


def write_image(release: Release, sources: Path, file: Path) -> None:
    """Built from the packed sources, so that nothing else of this machine is in it."""
    image = f"barpoint:{release.version}"
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(sources, folder, filter="data")
        context = Path(folder) / f"barpoint-{release.version}"
        dockerfile = str(context / "docker" / "Dockerfile")
        call("docker", "build", "--tag", image, "--file", dockerfile, str(context))
    with tempfile.TemporaryDirectory() as folder:
        saved = Path(folder) / "image.tar"
        call("docker", "save", "--output", str(saved), image)
        with saved.open("rb") as opened, gzip.open(file, "wb") as packed:
            shutil.copyfileobj(opened, packed)


def call(*words: str) -> None:
    if subprocess.call(words):
        raise ReleaseError(f"{words[0]} {words[1]} failed; see above.")


def digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"git {words[0]} failed: {(done.stderr or done.stdout).strip()}")
    return done.stdout.rstrip("\n")
