"""Bundles: what is put into them runs as the single modules would, and what cannot is refused by name."""

import gzip
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings, settings
from django.core.management import call_command
from django.template import Context, Template
from django.test import Client

from tests.conftest import need
from tests.services import installed
from web.bundles import manifest
from web.bundles.build import TAG as ANY_TAG
from web.bundles.build import build_bundles, fingerprint, write_bundles
from web.bundles.bundler import Bundler
from web.bundles.modules import BundleError
from web.bundles.tags import reached

TABLE = "js/table/main.js"


def folder_with(folder: Path, **files: str) -> Path:
    """`a__b` is js/a/b.js."""
    for name, text in files.items():
        path = folder / "js" / f"{name.replace('__', '/')}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def bundled(folder: Path, *names: str) -> str:
    bundler = Bundler(folder)
    return bundler.files[bundler.add(names)].decode()


def printed(*texts: str) -> str:
    """What these scripts print, run after each other on one page."""
    need("node")
    command = [installed.node() or "node", "--eval", "\n".join(texts)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(folder: Path, *names: str) -> str:
    with pytest.raises(BundleError) as caught:
        Bundler(folder).add(names)
    return str(caught.value)


def test_modules_run_in_order_and_keep_names_of_their_own(tmp_path: Path) -> None:
    folder = folder_with(
        tmp_path,
        a='import { name as other } from "./b.js";\nimport * as all from "./deep/c.js";\n'
        "const name = `a  ${other /* no */ + `  // ${all.two(1)}`}`;\nconsole.log(name);\n",
        b='import { two } from "./deep/c.js";\nexport const name = "b", unused = 1;\ntwo(1);\n',
        deep__c='console.log("once");\nexport { two, one as first };\nconst one = 1;\nfunction two(n) { return one + n; }\n',
    )
    assert printed(bundled(folder, "js/a.js")) == "once\na  b  // 2\n"


def test_a_module_in_two_files_of_a_page_runs_once(tmp_path: Path) -> None:
    folder = folder_with(
        tmp_path,
        state="export const state = { n: 0 };\n",
        a='import { state } from "./state.js";\nstate.n += 1;\n',
        b='import { state } from "./state.js";\nstate.n += 1; console.log(state.n);\n',
    )
    assert printed(bundled(folder, "js/a.js"), bundled(folder, "js/b.js")) == "2\n"


def test_an_entry_that_fails_does_not_stop_the_next_and_may_await(tmp_path: Path) -> None:
    folder = folder_with(
        tmp_path,
        a="throw new Error('lost');\n",
        b="console.log(await Promise.resolve(5));\n",
    )
    quiet = "process.on('unhandledRejection', (error) => console.log(error.message));"
    assert sorted(printed(quiet, bundled(folder, "js/a.js", "js/b.js")).split()) == ["5", "lost"]


def test_a_dynamic_import_is_a_file_of_its_own(tmp_path: Path) -> None:
    folder = folder_with(
        tmp_path,
        a='export const sound = async () => (await import("./later.js")).play();\nsound();\n',
        later='import { word } from "./word.js";\nexport const play = () => console.log(word);\n',
        word='export const word = "played";\n',
    )
    bundler = Bundler(folder)
    main = bundler.files[bundler.add(("js/a.js",))].decode()
    later = next(name for name in bundler.files if name.startswith("later."))
    assert "played" not in main
    for name, content in bundler.files.items():
        (tmp_path / name.replace(".js", ".cjs")).write_bytes(content)
    ran = main.replace(f"./{later}", str(tmp_path / later.replace(".js", ".cjs")))
    assert printed(ran) == "played\n"


def test_plain_scripts_stand_before_the_modules_and_keep_their_globals(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, a="console.log(globalThis.lib ?? lib);\n")
    (folder / "vendor").mkdir()
    (folder / "vendor" / "lib.js").write_text("var lib = 7")
    text = bundled(folder, "vendor/lib.js", "js/a.js")
    assert text.startswith("var lib = 7\n;\n")
    assert printed(text) == "7\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("const a = b / 2; // c", "const a=b / 2;"),
        ("x(/[/'\"]\\//g.test(y)) /* ' */;", "x(/[/'\"]\\//g.test(y));"),
        ("return  `a ${ b ? `  \\` ${c}` : {} }`;", "return`a ${ b ? `  \\` ${c}` : {} }`;"),
        ("let  a = 'x // y'\n\n  ++b", "let a='x // y'\n++b"),
        ("const { exports, imports } = o;", "const{exports,imports}=o;"),
    ],
)
def test_only_comments_and_white_space_are_left_out(
    tmp_path: Path, text: str, expected: str
) -> None:
    assert f"\n{expected}\n" in bundled(folder_with(tmp_path, a=text), "js/a.js")


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"a": 'import "./b.js";'}, "There is no static file js/b.js, which js/a.js imports."),
        ({"a": 'import "./b.js";', "b": 'import "./a.js";'}, "js/a.js → js/b.js → js/a.js"),
        ({"a": 'import { x } from "./b.js";', "b": "export const y = 1;"}, "js/b.js exports no x"),
        ({"a": 'import x from "./b.js";'}, "js/a.js: expected {, not x"),
        ({"a": 'import { x } from "lit";'}, "js/a.js: import a file by its relative path"),
        ({"a": "export default 1;"}, "js/a.js: expected async or function or"),
        ({"a": "export let x = 1;"}, "js/a.js: expected async or function or"),
        ({"a": "export const { x } = y;"}, "js/a.js: export one name at a time"),
        ({"a": "const x = `${y;"}, "js/a.js: a template literal does not end"),
    ],
)
def test_what_cannot_be_bundled_is_named(
    tmp_path: Path, files: dict[str, str], sentence: str
) -> None:
    assert sentence in refused(folder_with(tmp_path, **files), "js/a.js")


def test_a_stylesheet_keeps_its_rules_and_names_its_files_by_hash(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "inter.woff2").write_bytes(b"letters")
    (tmp_path / "css" / "a.css").write_text(
        '/* x */\n.a > b:hover , c { content: "a /* b */ ;  }" ; width: calc(1px + 2px); }\n'
        '@font-face { src: url("../fonts/inter.woff2") }\n.d { mask: url(data:x) }'
    )
    (tmp_path / "css" / "b.css").write_text("b { }\n")
    bundler = Bundler(tmp_path)
    text = bundler.files[bundler.add(("css/a.css", "css/b.css"))].decode()
    font = bundler.single["fonts/inter.woff2"]
    assert text == (
        '.a > b:hover,c{content: "a /* b */ ;  }";width: calc(1px + 2px)}'
        f'@font-face{{src: url("{font}")}}.d{{mask: url(data:x)}}\nb{{}}\n'
    )
    assert bundler.files[font] == b"letters"
    (tmp_path / "css" / "b.css").write_text('@import "a.css";')
    assert "instead of @import" in refused(tmp_path, "css/b.css")


def test_a_changed_file_changes_the_names_of_its_bundles_and_of_no_other(tmp_path: Path) -> None:
    folder = folder_with(
        tmp_path,
        a='import { b } from "./b.js"; b();',
        b="export const b = () => 1;",
        c="export const c = 1;",
    )

    def names() -> tuple[str, str]:
        bundler = Bundler(folder)
        return bundler.add(("js/a.js",)), bundler.add(("js/c.js",))

    before, print_before = names(), fingerprint(folder, [])
    assert names() == before
    folder_with(tmp_path, b="export const b = () => 2;")
    after = names()
    assert after[0] != before[0]
    assert after[1] == before[1]
    assert fingerprint(folder, []) != print_before


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundles of the site."""
    folder = tmp_path_factory.mktemp("bundles")
    build_bundles(folder)
    return folder


def test_whatever_the_pages_name_is_bundled_and_can_be_parsed(made: Path) -> None:
    read = manifest.read(made)
    assert read is not None
    assert TABLE in read.names
    assert len(read.names) > 30
    need("node")
    for path in made.glob("*.js"):
        command = [installed.node() or "node", "--check", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr


def test_no_template_loads_a_script_or_a_stylesheet_past_the_bundles() -> None:
    alone = {"500.html"}  # shown when nothing works
    for path in (Path(settings.BASE_DIR) / "templates").rglob("*.html"):
        text = path.read_text()
        assert path.name in alone or 'rel="stylesheet" href="{% static' not in text, path
        assert 'script src="{% static' not in text, path
        tags = len(re.findall(r"{% (?:styles|scripts) ", text))
        assert len(ANY_TAG.findall(text)) == tags, (
            path
        )  # with names as they are written, which can be read from here


def test_bundles_of_the_present_files_are_not_made_again(made: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in made.iterdir()}
    build_bundles(made)
    assert {path: path.stat().st_mtime_ns for path in made.iterdir()} == before


def test_files_of_before_are_removed(tmp_path: Path) -> None:
    folder = folder_with(tmp_path / "static", a="a();")
    into = tmp_path / "b"
    write_bundles(folder, [("js/a.js",)], into, "1")
    old = set(into.iterdir())
    folder_with(folder, a="b();")
    write_bundles(folder, [("js/a.js",)], into, "2")
    assert old & set(into.iterdir()) == {into / manifest.FILE}


def rendered(tag: str) -> str:
    return Template("{% load page_files %}" + tag).render(Context())


@pytest.fixture
def bundles(made: Path, settings: LazySettings) -> Iterator[None]:
    settings.BUNDLES_DIR = made
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, ("b", made)]
    manifest.forget()
    yield
    manifest.forget()


@pytest.mark.usefixtures("bundles")
def test_a_tag_is_one_file_that_browsers_keep_compressed() -> None:
    tag = rendered('{% scripts "js/table/main.js" %}')
    assert tag.count("<script") == 1
    assert "modulepreload" not in tag
    address = tag.split('"')[1]
    response = Client().get(address, headers={"accept-encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert "immutable" in response.headers["Cache-Control"]
    text = gzip.decompress(b"".join(response.streaming_content)).decode()
    assert "// js/table/board/geometry.js" in text  # a report of an error can be found by it
    plain = Client().get("/static/css/tokens.css")
    assert "immutable" not in plain.headers["Cache-Control"]


@pytest.mark.usefixtures("bundles")
def test_the_font_is_preloaded_under_the_name_that_the_stylesheet_asks_for(made: Path) -> None:
    head = rendered('{% include "components/styles.html" %}')
    font = head.split('href="/static/b/')[1].split('"')[0]
    sheet = made / head.split('rel="stylesheet" href="/static/b/')[1].split('"')[0]
    assert font.startswith("inter-latin.")
    assert head.count("preload") == 1
    assert f'url("{font}")' in sheet.read_text()
    assert sheet.read_text().count("font-display: swap") == 3


def test_without_bundles_every_file_is_loaded_by_itself() -> None:
    sheets = rendered('{% styles "css/tokens.css" "css/base.css" %}')
    assert sheets.count("<link") == 2
    tag = rendered('{% scripts "vendor/idiomorph/idiomorph.min.js" "js/pages/live_page.js" %}')
    assert '<script src="/static/vendor/idiomorph/idiomorph.min.js" defer></script>' in tag
    assert '<script src="/static/js/pages/live_page.js" type="module"></script>' in tag
    assert '<link rel="modulepreload" href="/static/js/dom_diff.js">' in tag


@pytest.mark.usefixtures("bundles")
def test_what_no_template_named_when_the_bundles_were_made_is_loaded_by_itself() -> None:
    assert rendered('{% styles "css/base.css" %}').count("/static/css/base.css") == 1


def test_every_module_of_the_table_is_preloaded_once_and_sounds_are_left_out() -> None:
    names = reached(TABLE)
    assert names[0] == TABLE
    assert {"js/table/store.js", "js/table/board/geometry.js", "js/dom.js"} <= set(names)
    assert "js/table/announce/synthesizer.js" not in names
    assert len(names) == len(set(names))
    assert reached("js/nothing.js") == ("js/nothing.js",)


@pytest.mark.slow
def test_collecting_the_static_files_makes_the_bundles(
    tmp_path: Path, settings: LazySettings
) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    call_command("collectstatic", interactive=False, verbosity=0)
    read = manifest.read(tmp_path / "b")
    assert read is not None
    file = tmp_path / "b" / read.names[TABLE]
    assert gzip.decompress(Path(f"{file}.gz").read_bytes()) == file.read_bytes()
    assert (tmp_path / "css" / "tokens.css").is_file()
