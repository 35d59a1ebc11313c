"""The record: replaying, the referee's rules (R5 to R7, R11), undo, both written forms."""

import copy
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import charkoni
from charkoni.core.notation import OWN_TAGS
from charkoni.core.record import AGREEMENT, RESIGNATION, TIME, Ply, Record

pytestmark = pytest.mark.once

HALF = (Fraction(1, 2), Fraction(1, 2))


def record_of(name: str, moves: str = "", start: str = "") -> Record:
    game = charkoni.game(name)
    record = Record(game, game.parse(start) if start else None)
    for move in moves.split():
        record.play(move)
    return record


def test_a_record_begins_empty_at_the_start():
    record = record_of("mangala")
    assert record.moves == () and record.position == charkoni.game("mangala").start()
    assert record.outcome is None and record.turn == 0


def test_a_start_of_another_game_is_refused():
    with pytest.raises(ValueError, match="mangala:fortress cannot start a record of mangala"):
        Record(charkoni.game("mangala"), charkoni.game("mangala:fortress").start())


def test_t6_extra_turns_are_one_turn():
    assert record_of("mangala", "4 6 3 1").turns == [["4", "6"], ["3", "1"]]


def test_t6_a_throw_begins_a_turn_that_lasts_until_the_next_throw():
    start = "h4/c4/c4/c4 a ? -"
    record = record_of("chaupar", "[156] >5 c:5 >6 -6 -1 [111]", start)
    assert record.turns == [["[156]", ">5", "c:5", ">6", "-6", "-1"], ["[111]"]]
    assert "[156]+>5+c:5+>6+-6+-1 [111]" in str(record)
    assert Record.parse(str(record)) == record


def test_moves_are_numbered_as_each_player_counts_his_own():
    assert record_of("mangala", "4 6 3 1").move_numbers == [1, 1, 1, 1]
    assert record_of("mosty", "a1 a3 a5 a7 a9").move_numbers == [1, 1, 2, 2, 3]
    assert record_of("barbakan:players=3", "@o1 @o2 @o3 @o4").move_numbers == [1, 1, 1, 2]
    record = record_of("chaupar", "[156] c:1 c:5 c:6 [111] c:1 c:1 c:1")
    assert record.move_numbers == [1] * 8 and [record.player_of(place) for place in (0, 3, 4)] == [0, 0, 1]


def test_t6_a_plus_inside_a_chaupar_move_joins_nothing():
    record = record_of("chaupar", "6+:5 [125]", "6+,h3/c4/c4/c4 a a 5")
    assert record.turns == [["6+:5"], ["[125]"]]
    assert Record.parse(str(record)) == record


def test_r5_the_third_occurrence_is_a_draw():
    start = "4/6/8/4,gg,3/8/8/6/rr,3 a 0:0"
    record = record_of("focus", "- - -", start)
    assert record.outcome is None
    record.play("-")
    assert record.outcome is not None
    assert (record.outcome.reason, record.outcome.scores, record.turn) == ("repetition", HALF, charkoni.OVER)
    assert record.position.outcome is None
    with pytest.raises(charkoni.IllegalMove, match="the game is over: repetition, 1/2:1/2"):
        record.play("-")


def test_r5_the_draw_counter_does_not_make_positions_different():
    record = record_of("gana", "", "4,k,3/8/8/8/8/8/8/4,K,2,P a 7")
    for move in ("e1w:k", "e8w:k", "d1e:k", "d8e:k", "e1w:k", "e8w:k", "d1e:k", "d8e:k"):
        assert record.outcome is None
        record.play(move)
    assert record.outcome is not None and record.outcome.reason == "repetition"


def test_r5_undo_takes_an_occurrence_back():
    record = record_of("focus", "- - - -", "4/6/8/4,gg,3/8/8/6/rr,3 a 0:0")
    record.undo()
    assert record.outcome is None
    record.play("-")
    assert record.outcome is not None and record.outcome.reason == "repetition"


def test_r6_the_ply_cap_of_focus_is_600():
    record = record_of("focus", "", "4/6/8/4,gg,3/8/8/6/rr,3 a 0:0")
    assert record.game.referee.cap == 600


@pytest.mark.parametrize(
    ("position", "scores"),
    [
        ("............b.........../a.........../............/............ a 0:0", HALF),
        ("............b.........../......a...../a.........../............ a 0:0", (Fraction(1), Fraction(0))),
    ],
)
def test_r6_at_the_cap_of_barbakan_most_pawns_inside_win(position, scores):
    game = charkoni.game("barbakan")
    assert game.referee.at_cap is not None and game.referee.cap == 600
    points = game.referee.at_cap(game.parse(position).state[0])
    assert tuple(Fraction(int(twelfths), 12) for twelfths in points) == scores


def test_r8_base_mangala_chaupar_and_mosty_have_no_referee_rules():
    for name in ("mangala", "chaupar", "mosty"):
        referee = charkoni.game(name).referee
        assert not referee.repetition and referee.cap is None


def test_r6_a_capped_game_ends_after_its_last_ply():
    game = charkoni.game("mangala:fortress")
    record = Record(game)
    record._plies = [Ply("1")] * 599  # a real game of 600 plies would have to avoid every third occurrence
    assert record.outcome is None
    record._plies.append(Ply("1"))
    assert record.outcome is not None and (record.outcome.reason, record.outcome.scores) == ("ply-cap", HALF)


@pytest.mark.parametrize(
    ("name", "player", "scores"),
    [
        ("mangala", 0, "0:1"),
        ("mangala", 1, "1:0"),
        ("chaupar", 2, "0:1:0:1"),
        ("barbakan:players=3", 1, "1/2:0:1/2"),
        ("barbakan:players=4", 3, "1/3:1/3:1/3:0"),
    ],
)
def test_r11_who_resigns_or_runs_out_of_time_leaves_the_point_to_the_other_sides(name, player, scores):
    for declare, reason in ((Record.resign, RESIGNATION), (Record.flag, TIME)):
        record = record_of(name)
        declare(record, player)
        assert record.outcome is not None and record.turn == charkoni.OVER
        assert (str(record.outcome), record.outcome.reason) == (scores, reason)
        assert Record.parse(str(record)) == record == Record.from_json(record.json())


def test_r11_an_agreed_draw_is_shared_by_the_sides():
    for name, scores in (("mangala", "1/2:1/2"), ("chaupar", "1/2:1/2:1/2:1/2"), ("barbakan:players=3", "1/3:1/3:1/3")):
        record = record_of(name)
        record.agree()
        assert record.outcome is not None
        assert (str(record.outcome), record.outcome.reason) == (scores, AGREEMENT)
        assert Record.parse(str(record)) == record


def test_nobody_resigns_who_does_not_play_or_after_the_end():
    record = record_of("mangala")
    with pytest.raises(charkoni.IllegalMove, match="no such player; players here: a, b"):
        record.resign(2)
    record.resign(0)
    with pytest.raises(charkoni.IllegalMove, match="the game is over: resignation, 0:1"):
        record.agree()


def test_undo_takes_back_an_end_first_and_then_plies():
    record = record_of("mangala", "4 6")
    record.resign(0)
    assert [record.undo(), record.undo(), record.undo()] == ["", "6", "4"]
    assert record == record_of("mangala")
    with pytest.raises(charkoni.IllegalMove, match="no move to take back"):
        record.undo()


def test_an_illegal_move_changes_nothing():
    record = record_of("mangala", "4")
    with pytest.raises(charkoni.IllegalMove, match="hole 5 is empty"):
        record_of("mangala", "5", "0,0,0,1,0,0:23/4,4,4,4,4,4:0 a")
    with pytest.raises(charkoni.BadMove, match="'x' in '4,4,4,1,5,5:1"):
        record.play("x")
    assert record == record_of("mangala", "4")


@pytest.mark.parametrize("clock_ms", [-1, 10_000 * 3_600_000])
def test_a_clock_shows_what_can_be_written(clock_ms):
    with pytest.raises(ValueError, match=f"{clock_ms} ms"):
        record_of("mangala").play("4", clock_ms=clock_ms)


def test_comments_and_clocks_stay_with_their_plies():
    record = record_of("mangala", "4 6")
    record.annotate("the last")
    record.annotate("the first", 0)
    record.play("3", "with it", 871_500)
    assert record.plies == (Ply("4", "the first"), Ply("6", "the last"), Ply("3", "with it", 871_500))
    assert "4 {the first} +6 {the last} 3 <0:14:31.500> {with it}" in str(record)


def test_a_comment_before_the_first_move_belongs_to_the_record():
    record = record_of("mangala")
    record.annotate("Round 1")
    record.play("1")
    assert record.comment == "Round 1" and Record.parse(str(record)) == record


def test_own_tags_cannot_be_given():
    record = record_of("mangala")
    for name in (*OWN_TAGS, "no spaces", "small", ""):
        record.tags = {name: "x"}
        with pytest.raises(ValueError, match="cannot be the name of a tag"):
            str(record)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda record: pickle.loads(pickle.dumps(record))])
def test_a_copy_of_a_record_goes_on_by_itself(way):
    one = record_of("mosty", "a1 a3")
    one.tags["White"] = "Ada"
    two = way(one)
    assert (two, two.times(one.position)) == (one, 1)
    assert all(a == b for a, b in zip(one.positions, two.positions, strict=True))
    two.play(two.position.moves[0], "well")
    two.annotate("so", 0)
    two.tags["White"] = "Ben"
    two.comment = "both"
    two.resign(0)
    assert one.moves == ("a1", "a3")
    assert (one.tags["White"], one.comment, one.outcome, one.plies[0].comment) == ("Ada", "", None, "")
    one.play(one.position.moves[0])
    one.undo()
    one.undo()
    assert (len(one), len(two)) == (1, 3)


def test_records_are_equal_by_content_and_pickle():
    record = record_of("mangala", "4 6 3")
    assert pickle.loads(pickle.dumps(record)) == record != record_of("mangala", "4 6")
    assert record != "something else"
    assert list(record) == list(record.plies) and len(record) == 3
    assert eval(repr(record), {"Record": Record}) == record


def test_long_records_are_wrapped():
    record = record_of("mangala:fortress")
    while record.outcome is None and len(record) < 120:
        record.play(record.position.moves[len(record) % len(record.position.moves)])
    lines = str(record).splitlines()
    assert max(map(len, lines)) <= 80 and Record.parse(str(record)) == record


HEAD = '[Game "mangala"]\n'
REFUSED = [
    ("", 1, 1, "the tag Game is missing"),
    ("4 6", 1, 1, "the tag Game is missing"),
    ('[Game "mangalla"]', 1, 1, "no such game"),
    ('[A "x"]\n[Game "mosty:size=99"]', 2, 1, "the flag size cannot be '99'"),
    ('[Game "mangala]', 1, 1, "a tag is written"),
    (HEAD + '[A "x"]\n[A "y"]', 3, 1, "the tag A occurs twice"),
    (HEAD + '[Start "4,4"]', 2, 1, "a position is"),
    (HEAD + "\n4 7", 3, 3, "a move is the number of a hole"),
    (HEAD + "\n4 +6\n 3\n  x", 5, 3, "a move is the number of a hole"),
    (HEAD + "\n4+6+3", 3, 5, "a new turn starts here"),
    (HEAD + "\n+4", 3, 1, "a step is missing"),
    (HEAD + "\n4+", 3, 3, "a step is missing"),
    (HEAD + "\n4 +", 3, 4, "a step is missing"),
    (HEAD + "\n4 {open", 3, 3, "a comment is not closed"),
    (HEAD + "\n4 } 6", 3, 3, "a comment is not closed"),
    (HEAD + "\n4 <14:30>", 3, 3, "a clock is written"),
    (HEAD + "\n<0:14:30> 4", 3, 1, "a clock must follow a move"),
    (HEAD + "\n4 <0:14:30> <0:14:30>", 3, 13, "a clock must follow a move"),
    (HEAD + '[Plies "3"]\n\n4 6', 4, 4, "the record has 2 plies, its tag Plies says 3"),
    (HEAD + '[Result "1:0"]\n\n4', 2, 1, "gives * for the tag Result"),
    (HEAD + '[Reason "stones"]\n\n4', 2, 1, "gives * for the tag Reason"),
    (HEAD + '[Reason "resignation"]\n\n4', 2, 1, "must name the player who resigned"),
    (HEAD + '[Reason "time"]\n[By "c"]\n\n4', 3, 1, "must name the player who resigned"),
    (HEAD + '[Result "1:0"]\n[Reason "time"]\n[By "a"]\n\n4', 2, 1, "gives 0:1 for the tag Result"),
]


@pytest.mark.parametrize(("text", "line", "column", "why"), REFUSED)
def test_what_does_not_replay_is_refused_with_line_and_column(text, line, column, why):
    with pytest.raises(charkoni.BadRecord) as caught:
        Record.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert why in str(caught.value)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


JSON_REFUSED = [
    ("{", 1, 2, "this is not JSON"),
    ("[" * 100_000, 1, 1, "this is not JSON"),
    ("[]", 1, 1, '"charkoni": 1'),
    ('{"charkoni": 2}', 1, 1, '"charkoni": 1'),
    ('{"charkoni": 1}', 1, 1, '"game": "..."'),
    ('{"charkoni": 1, "game": "mangala"}', 1, 1, '"plies": [...]'),
    ('{"charkoni": 1, "game": "mangala", "result": 1, "plies": []}', 1, 1, '"result": "..."'),
    ('{"charkoni": 1, "game": "mangala", "tags": [], "plies": []}', 1, 1, '"tags"'),
    ('{"charkoni": 1, "game": "mangala", "tags": {"Plies": "1"}, "plies": []}', 1, 1, '"tags"'),
    ('{"charkoni": 1, "game": "mangala", "comment": 3, "plies": []}', 1, 1, '"comment"'),
    ('{"charkoni": 1, "game": "mangala", "plies": [\n3]}', 1, 1, '"plies": [{'),
    ('{"charkoni": 1, "game": "mangala", "plies": [\n{"move": 3}]}', 2, 2, '"plies": [{'),
    ('{"charkoni": 1, "game": "mangala", "plies": [\n{"move": "4", "clock_ms": -1}]}', 2, 2, '"plies": [{'),
    ('{"charkoni": 1, "game": "mangala", "plies": [{"move": "4"},\n {"move": "9"}]}', 2, 3, "number of a hole"),
    ('{"charkoni": 1, "game": "x", "plies": []}', 1, 1, "no such game"),
]


@pytest.mark.parametrize(("text", "line", "column", "why"), JSON_REFUSED)
def test_json_that_is_no_record_is_refused_with_line_and_column(text, line, column, why):
    with pytest.raises(charkoni.BadRecord) as caught:
        Record.from_json(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert why in str(caught.value)


def test_a_resignation_of_two_players_is_read_off_the_result():
    record = Record.parse(HEAD + '[Result "1:0"]\n[Reason "resignation"]\n\n4 6')
    assert record.ending is not None and record.ending.player == 1


def test_a_record_without_result_or_with_windows_lines_is_read():
    record = Record.parse("\ufeff" + HEAD + "\n4+6 3\n1 {x} {y}\n".replace("\n", "\r\n"))
    assert record.moves == ("4", "6", "3", "1") and record.plies[-1].comment == "x y"
    assert Record.from_json("\ufeff" + record.json()) == record


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)


@given(
    tags=st.dictionaries(st.from_regex(r"[A-Z][a-z]{1,6}", fullmatch=True).filter(lambda t: t not in OWN_TAGS), TEXTS),
    comments=st.lists(TEXTS, min_size=4, max_size=4),
    clocks=st.lists(st.none() | st.integers(0, 10**9), min_size=3, max_size=3),
)
def test_any_tags_comments_and_clocks_survive_both_forms(tags, comments, clocks):
    record = Record(charkoni.game("mangala"), tags=tags)
    record.comment = comments[3]
    for move, comment, clock_ms in zip(("4", "6", "3"), comments, clocks, strict=False):
        record.play(move, comment, clock_ms)
    assert Record.parse(str(record)) == record
    assert Record.from_json(record.json()) == record


@given(st.text(max_size=60), st.integers(0, 200), st.integers(0, 40))
def test_edited_records_are_refused_or_read_never_worse(insert, at, cut):
    text = str(record_of("mangala", "4 6 3 1 2"))
    edited = text[: at % len(text)] + insert + text[at % len(text) + cut :]
    try:
        record = Record.parse(edited)
    except charkoni.BadRecord:
        return
    assert Record.parse(str(record)) == record
