"""Ladders: matches between neighbours, ratings, the table in the docs."""

import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Cli, cli

from charkoni.arena import Ladder, StopInterval, play, run_here, rungs
from charkoni.arena.ladder import inserted, section

__all__ = ["cli"]

ASKED = Ladder("mosty:size=3", ("random", "mcts:5", "mcts:60"), 6)


def test_neighbours_and_their_neighbours_meet() -> None:
    met = [(one.a, one.b) for one in Ladder("mangala", ("a", "b", "c", "d"), 2).matches()]
    assert met == [("b", "a"), ("c", "b"), ("d", "c"), ("c", "a"), ("d", "b")]


def test_with_a_reach_of_one_only_neighbours_meet() -> None:
    met = [(one.a, one.b) for one in Ladder("mangala", ("a", "b", "c"), 2, reach=1).matches()]
    assert met == [("b", "a"), ("c", "b")]


def test_matches_end_when_their_intervals_decide() -> None:
    """Random play loses nearly all games, so that the interval ends the match after ten sets."""
    asked = Ladder("mosty:size=3", ("random", "mcts:400"), 60, reach=1, within=StopInterval(-50, 50))
    [found] = [play(match, run_here) for match in asked.matches()]
    assert found.is_within
    assert found.games == 20
    table = section(asked, rungs(asked, [found]), [], "the command")
    assert "at most 60 games for neighbours, fewer where the 95 % interval of the lead lies between -50 and 50" in table


def test_ratings_begin_at_random_play() -> None:
    found = rungs(ASKED, [play(match, run_here) for match in ASKED.matches()])
    assert [rung.player for rung in found] == ["random", "mcts:5", "mcts:60"]
    assert found[0].rating.elo == found[0].rating.low == found[0].rating.high == 0
    assert found[2].rating.elo > 0
    assert found[2].step is not None
    assert [rung.games for rung in found] == [12, 12, 12]
    table = section(ASKED, found, [], "the command")
    assert table.startswith("`the command`  \n6 games for each two that are at most 2 rungs apart, seed 1.\n")
    assert "\n| `random` | 0 | 0 to 0 | 12 |  |\n" in table


def test_a_section_states_that_luck_is_taken_out() -> None:
    def mentions_luck(game: str) -> bool:
        return "without the luck of the throws" in section(Ladder(game, ("random", "greedy"), 2), [], [], "")

    assert mentions_luck("chaupar")
    assert not mentions_luck("mosty")


def test_a_section_states_dates_and_machines_of_its_games() -> None:
    """Dates and machines of the matches, not of the printing of the table."""

    def file(day: str, processor: str) -> dict[str, object]:
        return {"date": f"{day}T01:02:03+00:00", "processor": processor, "cores": 2, "charkoni": "1"}

    def heading(*files: dict[str, object]) -> str:
        return section(ASKED, [], files, "").splitlines()[1].partition(";")[0]

    assert heading(file("2026-01-02", "P")) == "2026-01-02, P, 2 cores, charkoni 1"
    both = "2026-01-02 to 2026-03-04, P, 2 cores, charkoni 1 and Q, 2 cores, charkoni 1"
    assert heading(file("2026-03-04", "Q"), file("2026-01-02", "P"), file("2026-02-03", "P")) == both


def test_a_section_is_put_in_its_place() -> None:
    page = "# Title\n\ntext\n"
    once = inserted(page, "mangala", "one")
    assert once == "# Title\n\ntext\n\n### mangala\n\n<!-- ladder mangala -->\none\n<!-- end mangala -->\n"
    both = inserted(once, "gana", "two")
    assert inserted(both, "mangala", "three") == both.replace("\none\n", "\nthree\n")
    with pytest.raises(ValueError, match="without <!-- end gana -->"):
        inserted("<!-- ladder gana -->\n", "gana", "x")


def test_the_command_writes_table_and_page(cli: Cli, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Strength\n")
    words = ("ladder", "mosty:size=3", "random", "mcts:5", "--games", 2, "--out", tmp_path / "games")
    words = (*words, "--reach", 1, "--within", "120,250")
    code, out, err = cli(*words, "--page", page)
    assert (code, err) == (0, "")
    assert out.splitlines()[0].split()[0] == "player"
    assert "`charkoni ladder mosty:size=3 random mcts:5 --games 2 --reach 1 --within 120,250`" in page.read_text()
    [kept] = (tmp_path / "games").iterdir()
    assert len(kept.read_text().splitlines()) == 3
    found = json.loads(cli(*words, "--json").out)
    assert [one["player"] for one in found["players"]] == ["random", "mcts:5"]
    assert found["matches"][0]["games"] == 2
    assert len(kept.read_text().splitlines()) == 3


def test_printing_the_kept_games_plays_none(cli: Cli, tmp_path: Path) -> None:
    words = ("ladder", "mosty:size=3", "random", "mcts:5", "--games", 8, "--out", tmp_path / "games", "--json")
    cli(*("2" if word == 8 else word for word in words))
    [kept] = (tmp_path / "games").iterdir()
    before = kept.read_text()
    found = json.loads(cli(*words, "--table").out)
    assert found["matches"][0]["games"] == 2
    assert kept.read_text() == before
    assert json.loads(cli(*words, "--seed", 2, "--table").out)["players"] == []
    assert list((tmp_path / "games").iterdir()) == [kept]


def test_a_ladder_names_the_machines_of_its_matches(cli: Cli, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Strength\n")
    words = ("ladder", "mosty:size=3", "random", "mcts:5", "--games", 2, "--out", tmp_path / "games")
    cli(*words)
    [kept] = (tmp_path / "games").iterdir()
    first, games = re.sub(r',"check":"\w+"', "", kept.read_text()).split("\n", 1)  # as older files are
    header = json.loads(first) | {"processor": "Another", "cores": 77, "date": "2020-02-03T04:05:06+00:00"}
    kept.write_text(f"{json.dumps(header)}\n{games}")
    found = json.loads(cli(*words, "--table", "--json", "--page", page).out)
    assert "2020-02-03, Another, 77 cores, charkoni " in page.read_text()
    assert found["matches"][0]["machine"]["processor"] == "Another"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("mangala random", "charkoni: 'random': a ladder needs two different players or more"),
        ("mangala random random", "charkoni: 'random random': a ladder needs two different players or more"),
        ("mangala random deep", "charkoni: 'deep': there is no such player"),
        ("mangala random level=11", "charkoni: 'level=11': levels are level=1 to level=10"),
        ("mangla", "charkoni: 'mangla': no such game"),
        ("mangala --games 0", "charkoni: --games: the number is too small"),
        ("mangala --reach 0", "charkoni: --reach: the number is too small"),
        ("mangala --within 120", "charkoni: '120': a range is two leads in Elo, the smaller first"),
        ("mangala --within 250,120", "charkoni: '250,120': a range is two leads in Elo"),
        ("mangala --within a,b", "charkoni: 'a,b': a range is two leads in Elo"),
        ("mangala --within 0,inf", "charkoni: '0,inf': a range is two leads in Elo"),
        ("mangala --page /nonexistent", "charkoni: /nonexistent: there is no such file or folder"),
    ],
)
def test_bad_ladders(cli: Cli, line: str, message: str) -> None:
    code, out, err = cli("ladder", *line.split())
    assert (code, out) == (2, "")
    assert err.startswith(message)
