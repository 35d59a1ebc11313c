"""A game in progress: dice by seed, undo up to a throw, files that are always complete."""

from pathlib import Path

import pytest

import charkoni
from charkoni.cli import records
from charkoni.cli.records import Autosave
from charkoni.cli.terminal.seats import HUMAN, SeatAssignment, assigned, assignment_of_tags, tags, usual_assignment
from charkoni.cli.terminal.session import Session, seed_of
from charkoni.core.constants import CHANCE

RANDOM = "random"


def session(name: str, tmp_path: Path, players: tuple[str, ...] = (), dice: str = "computer", seed: int = 1) -> Session:
    game = charkoni.game(name)
    who = SeatAssignment(players or (HUMAN,) + (RANDOM,) * (game.players - 1), dice)
    return Session(charkoni.Record(game), who, seed, Autosave(game, tmp_path / "game.charkoni"))


def test_a_throw_depends_on_seed_and_ply_only(tmp_path: Path) -> None:
    thrown = [session("chaupar", tmp_path / str(seed), seed=seed).throw() for seed in (1, 1, 2, 3, 4)]
    assert thrown[0] == thrown[1]
    assert len(set(thrown)) > 1


def test_throws_have_their_odds(tmp_path: Path) -> None:
    def throw(seed: int) -> str:
        return session("chaupar", tmp_path / "none" / "such", seed=seed).throw()

    thrown = [throw(seed) for seed in range(640)]
    assert 25 <= sum(len(set(throw)) == 3 for throw in thrown) <= 58  # three equal: 4 of 64
    assert len(set(thrown)) == 20


def test_undo_reaches_over_the_replies(tmp_path: Path) -> None:
    played = session("gana", tmp_path)
    played.play("e2n")
    reply = played.reply()
    assert played.undo() == ["e2n", reply]
    assert played.record.moves == ()


def test_undo_never_crosses_a_throw(tmp_path: Path) -> None:
    played = session("chaupar", tmp_path, (HUMAN,) * 4)
    played.throw()
    with pytest.raises(charkoni.IllegalMove, match="a throw cannot be taken back"):
        played.undo()
    move = played.record.position.moves[0]
    played.play(move)
    assert played.undo() == [move]


def test_undo_without_a_move_of_ones_own(tmp_path: Path) -> None:
    played = session("gana", tmp_path, (RANDOM, HUMAN))
    played.reply()
    with pytest.raises(charkoni.IllegalMove, match="you have no move to take back"):
        played.undo()


def test_every_change_is_saved_at_once(tmp_path: Path) -> None:
    played = session("mangala", tmp_path)
    path = tmp_path / "game.charkoni"
    assert not path.exists()
    played.play("4")
    assert records.load(path) == played.record
    played.undo()
    assert records.load(path).moves == ()
    played.resign()
    assert str(records.load(path).outcome) == "0:1"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.charkoni"]


def test_a_failure_to_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = session("mangala", tmp_path)
    played.play("4")
    before = (tmp_path / "game.charkoni").read_text()
    monkeypatch.setattr(records, "replace", _disk_full)
    played.play("6")
    assert played.autosave.problem is not None
    assert not played.autosave.is_saved
    assert (tmp_path / "game.charkoni").read_text() == before


def _disk_full(*arguments: object, **options: object) -> int:
    raise OSError(28, "No space left on device")


def test_a_keeper_never_writes_over_a_file_that_is_not_its_own(tmp_path: Path) -> None:
    path = tmp_path / "game.charkoni"
    path.write_text("precious")
    played = session("mangala", tmp_path)
    played.play("4")
    assert isinstance(played.autosave.problem, FileExistsError)
    assert path.read_text() == "precious"


def test_two_games_begun_in_one_second_have_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    game = charkoni.game("mangala")
    autosaves = [Autosave(game), Autosave(game)]
    for autosave in autosaves:
        record = charkoni.Record(game)
        record.play("1")
        autosave.save(record)
    assert autosaves[0].path != autosaves[1].path
    assert records.last_unfinished() is not None


def test_the_last_unfinished_game_is_found_among_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert records.last_unfinished() is None
    records.saves_folder().mkdir(parents=True)
    (records.saves_folder() / "a.charkoni").write_bytes(b"\xff")
    record = charkoni.Record(charkoni.game("mangala"))
    record.resign(0)
    (records.saves_folder() / "b.charkoni").write_text(str(record))
    assert records.last_unfinished() is None


def test_seats_are_remembered_by_the_record() -> None:
    game = charkoni.game("chaupar")
    who = assigned(game, usual_assignment(game), ["a=human,b=random", "C=mcts:5s", "dice=human"])
    assert who == SeatAssignment((HUMAN, RANDOM, "mcts:5s", "mcts:1s"), "human")
    assert assignment_of_tags(game, tags(game, who, 7)) == who
    assert seed_of(charkoni.Record(game, tags=tags(game, who, 7))) == 7


def test_a_person_has_all_seats_of_a_side_that_are_not_named() -> None:
    game = charkoni.game("chaupar")
    assert assigned(game, usual_assignment(game), ["a=human", "b=human"]).humans == (0, 1, 2, 3)
    assert assigned(game, usual_assignment(game), ["b=human,d=random"]).humans == (0, 1, 2)
    assert assigned(game, usual_assignment(game), ["b=random"]).players == (HUMAN, RANDOM, HUMAN, "mcts:1s")


def test_names_of_people_in_a_record_do_not_assign_seats() -> None:
    game = charkoni.game("mangala")
    assert assignment_of_tags(game, {"A": "Anna", "B": "Boris"}) == usual_assignment(game)
    assert seed_of(charkoni.Record(game)) is None


def test_a_person_plays_both_colours_of_a_team_by_default() -> None:
    assert usual_assignment(charkoni.game("chaupar")).humans == (0, 2)
    assert usual_assignment(charkoni.game("barbakan:players=3")).humans == (0,)


def test_computers_accept_a_draw_only_in_bad_positions(tmp_path: Path) -> None:
    played = session("mangala", tmp_path)
    assert not played.accepts_draw() or played.hint().value >= 0.6
    game = charkoni.game("mangala")
    start = game.parse("0,0,0,0,2,1:30/1,0,0,0,0,0:14 a")
    won = Session(charkoni.Record(game, start), SeatAssignment((HUMAN, RANDOM)), 1, Autosave(game, tmp_path / "won"))
    assert won.accepts_draw()


def test_a_throw_has_no_player(tmp_path: Path) -> None:
    assert session("chaupar", tmp_path).turn == CHANCE
    assert not session("chaupar", tmp_path).is_human_turn
    assert session("chaupar", tmp_path, dice=HUMAN).is_human_turn
