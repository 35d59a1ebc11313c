"""Levels and styles of the computer as they are chosen and named."""

import pytest

from charkoni.core.catalog import LEVEL_DESCRIPTIONS
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.players.levels import HIGHEST, STYLES, level_player
from charkoni.web.engine import opponents
from charkoni.web.engine.worker import answer_request


def test_levels_and_styles_are_those_of_the_players() -> None:
    assert (opponents.HIGHEST, opponents.STYLES) == (HIGHEST, STYLES)
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
        ("me", None),
        ("٣", None),
        ("", None),
    ],
)
def test_a_computer_is_named_by_level_and_style(text: str, found: tuple[int, str] | None) -> None:
    assert opponents.computer_of(text) == found


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
