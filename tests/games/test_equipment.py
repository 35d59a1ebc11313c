"""What lies on a table: each thing names its clause, and is true of the start of every variant that needs it."""

import pytest

import charkoni
from charkoni.core.game import variants_of
from charkoni.core.registry import family
from charkoni.core.teaching.equipment import equipment_of

pytestmark = pytest.mark.once


def said(thing: object) -> tuple[str, tuple[tuple[str, object], ...]]:
    """Return a thing without its predicate."""
    return thing.text, tuple(sorted(thing.values.items()))  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", charkoni.games())
def test_every_thing_is_needed_where_it_is_told_and_nowhere_else(name: str, pytestconfig: pytest.Config) -> None:
    page = (pytestconfig.rootpath / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    starts = {game: game.start() for game in variants_of(family(name))}
    for game, start in starts.items():
        things = equipment_of(game)
        assert len(things) >= 2
        for thing in things:
            assert thing.holds(start), (game, thing.text)
            assert thing.clause in page
            others = [each for each in starts if said(thing) not in map(said, equipment_of(each))]
            assert not any(thing.holds(starts[each]) for each in others), (game, thing.text)
