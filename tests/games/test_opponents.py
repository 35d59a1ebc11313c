"""Levels and styles of the computer as they are chosen and named."""

import pytest

from charkoni.cli.terminal.picture import seat_text
from charkoni.core.catalog import LEVEL_DESCRIPTIONS
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.games import opponents
from charkoni.games.opponents import HIGHEST, STYLES
from charkoni.players import player
from charkoni.players.levels import level_player
from charkoni.web.engine.worker import answer_request


def test_levels_and_styles_are_those_of_the_players() -> None:
    assert len(opponents.NAMES) == len(LEVEL_DESCRIPTIONS) == HIGHEST
    for level in range(1, HIGHEST + 1):
        for style in STYLES:
            player = level_player(opponents.player_of(level, style))
            assert (player.level, player.style) == (level, style)
    assert opponents.player_of(opponents.PERFECT, "attacking") == "perfect"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3", (3, "balanced")),
        ("10,attacking", (10, "attacking")),
        ("11", (11, "balanced")),
        ("perfect", (11, "balanced")),
        ("0", None),
        ("12", None),
        ("3,wild", None),
        ("level=3", (3, "balanced")),
        ("level=3,style=attacking", (3, "attacking")),
        ("me", None),
        ("٣", None),
        ("", None),
    ],
)
def test_a_computer_is_named_by_level_and_style(text: str, found: tuple[int, str] | None) -> None:
    assert opponents.computer_of(text) == found


@pytest.mark.parametrize("language", ["en", "ru", "tr"])
def test_page_and_terminal_call_a_computer_by_one_name_and_take_each_others_spelling(language: str) -> None:
    words = Words(language)
    for level in range(1, opponents.PERFECT + 1):
        for style in STYLES if level <= HIGHEST else STYLES[:1]:
            spec = opponents.player_of(level, style)
            assert opponents.computer_of(f"{level},{style}") == opponents.computer_of(spec) == (level, style)
            shown = seat_text(words, spec)
            assert shown.casefold() in opponents.computer_name(words, level, style).casefold()
            for text in (f"{level},{style}", *([str(level)] if style == STYLES[0] else [])):
                same, usual = player(text, seed=1), player(spec, seed=1)
                assert type(same) is type(usual) and vars(same).get("style") == vars(usual).get("style")
                assert vars(same).get("level") == vars(usual).get("level")
    assert seat_text(words, "mcts:2s") == "mcts:2s"


def test_where_nothing_is_proved_the_solver_plays_as_the_highest_level(monkeypatch: pytest.MonkeyPatch) -> None:
    specs: list[str] = []

    class FirstMovePlayer:
        def __init__(self, spec: str, seed: int) -> None:
            specs.append(spec)

        def choose(self, record: Record) -> str:
            return record.position.moves[0]

    monkeypatch.setattr("charkoni.players.player", FirstMovePlayer)
    for name in ("mosty:size=4,links=2", "mosty:size=4"):
        answer_request({}, name, "", (), opponents.SOLVER, 1)
    assert specs == [f"level={HIGHEST}", "perfect"]


def test_names_of_records_are_translated() -> None:
    russian = Words("ru")
    assert opponents.name_in_record(russian, "Guest") == "Гость"
    assert opponents.name_in_record(russian, "Computer, level 10, cautious") == opponents.computer_name(
        russian, 10, "cautious"
    )
    assert opponents.name_in_record(russian, "Computer, level 33") == "Computer, level 33"
