"""Twenty matches to 5 that GNU Backgammon plays against itself: without looking ahead, one side with noise.

    python benchmarks/gnubg_matches.py [FILE.zip]

Writes tests/data/gnubg-noise.zip, on which tests/analysis/test_order.py lets the analysis find the weaker side. The player with
noise is called Noisy and sits left and right in turns. Needs the program `gnubg`, in PATH or in GNUBG.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from shutil import which

MATCHES = 20
# Runs inside gnubg, whose Python has the module of that name. Noise is the deviation of each evaluation, in equity.
SCRIPT = """
import gnubg, os
command = gnubg.command
for line in ["set confirm new off", "set confirm default yes", "set automatic game on", "set automatic roll on",
             "set automatic move on", "set automatic bearoff on", "set player 0 gnubg", "set player 1 gnubg",
             "set display off", "set rng mersenne", "set automatic doubles 0", "set jacoby off"]:
    command(line)
for number in range(int(os.environ["MATCHES"])):
    for player in (0, 1):
        is_noisy = player == number % 2
        for what in ("chequerplay", "cubedecision"):
            asked = "set player %d %s evaluation " % (player, what)
            command(asked + "plies 0")
            command(asked + "noise %s" % ("0.06" if is_noisy else "0"))
            command(asked + "deterministic off")
    command("set seed %d" % (100 + number))
    command("new match 5")
    command("export match mat %s/%02d.mat" % (os.environ["FOLDER"], number + 1))
"""


def main() -> None:
    program = os.environ.get("GNUBG") or which(
        "gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games"
    )
    if program is None:
        sys.exit("gnubg is not installed.")
    root = Path(__file__).resolve().parents[1]
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else root / "tests/data/gnubg-noise.zip"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "play.py").write_text(SCRIPT)
        subprocess.run(
            [*program.split(), "--tty", "--quiet", "--no-rc", "--python", f"{folder}/play.py"],
            env=os.environ
            | {"FOLDER": folder, "HOME": folder, "LC_ALL": "C.UTF-8", "MATCHES": str(MATCHES)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(Path(folder).glob("*.mat")):
                left, right = ("Noisy", "Plain") if int(path.stem) % 2 else ("Plain", "Noisy")
                text = re.sub(r"^ gnubg : ", f" {left} : ", path.read_text(), flags=re.MULTILINE)
                text = re.sub(r"(?<= )root : (?=\d+$)", f"{right} : ", text, flags=re.MULTILINE)
                archive.writestr(zipfile.ZipInfo(path.name), text, zipfile.ZIP_DEFLATED)
    print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
