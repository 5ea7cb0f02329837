"""The table asks for all its modules at once."""

from games.templatetags.modules import module_preloads, reached


def test_every_module_of_the_table_is_named_once_and_sounds_are_left_out() -> None:
    names = reached("js/table/main.js")
    assert names[0] == "js/table/main.js"
    assert {"js/table/store.js", "js/table/board/geometry.js", "js/dom.js"} <= set(names)
    assert "js/table/announce/synthesizer.js" not in names
    assert len(names) == len(set(names))
    assert str(module_preloads("js/table/main.js")).count("modulepreload") == len(names)


def test_a_module_that_is_not_there_is_nobodys_fault() -> None:
    assert reached("js/nothing.js") == ("js/nothing.js",)
