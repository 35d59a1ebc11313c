"""The commands typed during a game."""

from charkoni.cli.terminal.guide import command_of
from charkoni.core.translations import Words


def test_commands_in_both_languages() -> None:
    russian = Words("ru")
    assert command_of(russian, "Отмена") == ("undo", "")
    assert command_of(russian, "undo") == ("undo", "")
    assert command_of(russian, "сохранить моя партия") == ("save", "моя партия")
    assert command_of(russian, "?e2") == ("?", "e2")
    assert command_of(russian, "e2") is None
