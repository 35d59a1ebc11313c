"""Tie-breaks against published and hand-made standings."""

from charkoni.tournament.pairing import round_robin
from charkoni.tournament.pairing.input import PairingInput, Player, Slot
from charkoni.tournament.standings.ranking import ranking
from charkoni.tournament.standings.tiebreaks import SINGLE, Scores


def robin_field() -> PairingInput:
    """Return the double-round candidates of a small published table (Zürich style): a round robin of four."""
    games = {(1, 4): "1", (2, 3): "=", (4, 3): "0", (1, 2): "=", (2, 4): "1", (3, 1): "0"}
    slots: dict[int, list[Slot]] = {number: [] for number in range(1, 5)}
    for round_ in (1, 2, 3):
        for a, b in round_robin.boards(4, round_):
            mark = games[(a, b)]
            slots[a].append(Slot(b, "w", mark))
            slots[b].append(Slot(a, "b", {"1": "0", "0": "1", "=": "="}[mark]))
    return PairingInput(tuple(Player(number, tuple(slots[number])) for number in range(1, 5)), 3)


def test_tie_breaks_of_a_round_robin_by_hand() -> None:
    """1: 2½; 2: 2; 3: 1½; 4: 0.  SB of 1: ½·2 + 1½ + 0 = 2½; KS against those with 1½ or more: 1½."""
    lines = ranking(Scores(robin_field(), is_round_robin=True), ("DE", "SB", "WIN", "KS")).lines
    assert [(line.number, line.points) for line in lines] == [(1, 5), (2, 4), (3, 3), (4, 0)]
    assert [str(value) for value in lines[0].values] == ["1", "2.50", "2", "1.5"]
    assert [str(value) for value in lines[1].values] == ["1", "2.00", "1", "1.0"]


def test_an_opponent_who_left_counts_as_if_he_had_drawn_what_he_missed() -> None:
    left = Player(2, (Slot(1, "b", "0"), Slot(mark="Z"), Slot(mark="H")))
    back = Player(4, (Slot(3, "b", "0"), Slot(mark="Z"), Slot(1, "w", "0")))
    winner = Player(1, (Slot(2, "w", "1"), Slot(3, "b", "="), Slot(4, "b", "1")))
    other = Player(3, (Slot(4, "w", "1"), Slot(1, "w", "="), Slot(mark="U")))
    scores = Scores(PairingInput((winner, left, other, back), 3))
    # Both missed round 2; only who never came back has it counted as a draw.
    assert scores.points == {1: 5, 2: 1, 3: 5, 4: 0}
    assert scores.adjusted == {1: 5, 2: 2, 3: 5, 4: 0}
    assert str(SINGLE["BH"](scores, winner)) == "3.5"


def test_sonneborn_berger_as_published() -> None:
    """Sensei's Library, "Sonneborn-Berger", a double round robin of four: points 4, 4, 3, 1; scores 11, 9, 6, 4."""
    first, second = ("-111", "0-11", "00-1", "000-"), ("-010", "1-01", "01-1", "100-")
    slots: dict[int, list[Slot]] = {number: [] for number in range(1, 5)}
    for cycle, rows in enumerate((first, second)):
        for round_ in (1, 2, 3):
            for a, b in round_robin.boards(4, round_):
                w, bl = (a, b) if cycle == 0 else (b, a)
                slots[w].append(Slot(bl, "w", rows[w - 1][bl - 1]))
                slots[bl].append(Slot(w, "b", rows[bl - 1][w - 1]))
    pairing_input = PairingInput(tuple(Player(number, tuple(slots[number])) for number in range(1, 5)), 6)
    lines = ranking(Scores(pairing_input, is_round_robin=True), ("SB",)).lines
    assert [(line.number, line.points / 2, str(line.values[0])) for line in lines] == [
        (1, 4, "11.00"), (2, 4, "9.00"), (3, 3, "6.00"), (4, 1, "4.00"),
    ]  # fmt: skip
