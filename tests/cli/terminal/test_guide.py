"""The commands typed during a game."""

import charkoni
from charkoni.cli.terminal.guide import command_of, rules
from charkoni.core.translations import Words


def test_commands_in_both_languages() -> None:
    russian = Words("ru")
    assert command_of(russian, "Отмена") == ("undo", "")
    assert command_of(russian, "undo") == ("undo", "")
    assert command_of(russian, "сохранить моя партия") == ("save", "моя партия")
    assert command_of(russian, "?e2") == ("?", "e2")
    assert command_of(russian, "e2") is None


def test_the_help_of_a_variant_tells_that_variant() -> None:
    _, classic, _ = rules(Words("en"), charkoni.game("mangala"))
    aim, statements, notation = rules(Words("en"), charkoni.game("mangala:fortress"))
    assert any("you move again" in line for line in classic)
    assert not any("you move again" in line for line in statements)
    assert any(line.endswith("(M17)") for line in statements)
    assert len(aim) == len(notation) == 1
    assert "fortress" in aim[0]
