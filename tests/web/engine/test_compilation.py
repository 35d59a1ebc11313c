"""The order in which games are compiled."""

import pytest

from charkoni.web.engine.compilation import CompilationOrder, Stage, stage_of

LAST = len(Stage)


def taken(order: CompilationOrder) -> list[tuple[str, int]]:
    """Compile all that is left, one stage after the other, and return the order."""
    parts: list[tuple[str, int]] = []
    while part := order.take():
        parts.append((part[0], int(part[1])))
        order.end(part[0], is_done=True)
    return parts


def test_a_game_that_somebody_waits_for_goes_before_the_others() -> None:
    order = CompilationOrder(("a", "b", "c"))
    order.want("c")
    assert taken(order) == [("c", 0), ("c", 1), ("c", 2), ("c", 3)] + [(g, s) for s in range(LAST) for g in "ab"]
    assert order.is_complete


def test_two_games_that_are_waited_for_take_turns() -> None:
    order = CompilationOrder(("a", "b", "c"))
    order.want("c")
    order.want("b")
    assert taken(order)[:4] == [("c", 0), ("b", 0), ("c", 1), ("b", 1)]


def test_only_one_game_that_nobody_waits_for_is_compiled_at_a_time() -> None:
    order = CompilationOrder(("a", "b", "c"))
    assert order.take() == ("a", Stage.RULES)
    assert order.take() is None, "other workers stay free for searches"
    assert order.interruptible == "", "nobody waits"
    order.want("b")
    assert order.interruptible == "a"
    assert order.take() == ("b", Stage.RULES), "another worker may begin"
    assert order.interruptible == ""
    order.want("c")
    assert order.take() == ("c", Stage.RULES)


def test_a_stage_that_was_interrupted_begins_again() -> None:
    order = CompilationOrder(("a",))
    assert order.take() == ("a", Stage.RULES)
    order.end("a", is_done=False)
    assert order.done("a") == 0
    assert taken(order) == [("a", 0), ("a", 1), ("a", 2), ("a", 3)]


def test_a_game_that_cannot_be_compiled_stops_no_other() -> None:
    order = CompilationOrder(("a", "b"))
    order.take()
    order.give_up("a")
    assert taken(order) == [("b", 0), ("b", 1), ("b", 2), ("b", 3)]
    assert order.is_complete


@pytest.mark.parametrize(
    ("spec", "stage"),
    [
        ("level=1", Stage.MOVES),
        ("level=3,style=attacking", Stage.MOVES),
        ("level=10", Stage.SEARCH),
        ("level=4", Stage.SEARCH),
        ("perfect", Stage.SEARCH),
    ],
)
def test_what_a_player_needs(spec: str, stage: Stage) -> None:
    assert stage_of(spec) == stage
