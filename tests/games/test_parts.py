"""Named parts of positions, `Position.parts`: read-only, and as the text of the position says."""

import pytest

import charkoni

POSITIONS = {
    "mangala": ("4,4,4,1,5,5:1/4,4,4,4,4,4:0 a", {"holes": ((4, 4, 4, 1, 5, 5), (4,) * 6), "stores": (1, 0)}),
    "mangala:fortress": (
        "4,4,4,1,5,5:1/4,4,4,4,4,4:0 a -/2",
        {"holes": ((4, 4, 4, 1, 5, 5), (4,) * 6), "stores": (1, 0), "fortresses": (None, 2)},
    ),
    "mosty:size=2,links=2": ("2/r/b1 b 1", {"bridges": {"a1": 1, "b2": 0}, "left": 1}),
    "focus": (
        "4/6/5,g,2/8/3,grr,4/8/r,5/4 b 2:1",
        {"towers": {"f6": "g", "d4": "grr", "b2": "r"}, "reserves": (2, 1)},
    ),
    "gana": (
        "4,k,3/8/8/3,pp,4/3,P,4/8/8/4,KP,3 a 7",
        {"groups": {"e1": "KP", "d4": "P", "d5": "pp", "e8": "k"}, "counter": 7},
    ),
    "chaupar": (
        "l7,h3/c1,17x2,h1/40x2,h2/l5,h3 b b 1",
        {"piles": (("l7", "h3"), ("c1", "17x2", "h1"), ("40x2", "h2"), ("l5", "h3")), "thrower": 1, "values": (1,)},
    ),
    "banglagor": (
        "8/8/a7/b*7/8/8/8/7C/8/8/8/8 a 321:654 3",
        {
            "columns": {"a10": (1, 1, False), "a9": (1, 2, True), "h5": (0, 3, False)},
            "hands": ((3, 2, 1), (6, 5, 4)),
            "counter": 3,
        },
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_parts_are_those_of_the_text(name: str) -> None:
    text, wanted = POSITIONS[name]
    game = charkoni.game(name)
    state = game.blank()
    game.family.text.read_state(text, state[0], game.flags)
    parts = charkoni.Position.of_state(game, state).parts
    assert parts == wanted
    with pytest.raises(TypeError):
        parts["turn"] = 1  # type: ignore[index]


def test_the_parts_of_barbakan_are_for_as_many_players_as_there_are() -> None:
    start = charkoni.game("barbakan:board=mini3,players=3").start()
    parts = start.play(start.moves[0]).parts
    assert [len(pawns) for pawns in parts["pawns"]] == [1, 0, 0]
    assert f"@{parts['pawns'][0][0]}" == start.moves[0]
    assert parts["hands"] == tuple(start.parts["hands"][seat] - (seat == 0) for seat in range(3))


def test_no_part_can_be_changed() -> None:
    bridges = charkoni.game("mosty:size=3").start().play("c3").parts["bridges"]
    with pytest.raises(TypeError):
        bridges["a1"] = 1


def test_a_game_without_names_has_no_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = charkoni.game("focus")
    monkeypatch.setattr(type(game.family), "has", lambda *_: False)
    assert game.start().parts == {}
