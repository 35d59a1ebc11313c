"""Reference events of another program: pairings, checks, tie-breaks and files, round by round."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json
from tests.tournament.conftest import FILES, GOLDEN, MANIFEST, as_before, golden_input

from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.pairing.checker import absolute_preference, breaches_of
from charkoni.tournament.pairing.engine_file import engine_text
from charkoni.tournament.pairing.input import ForbiddenPairs, PairingInput, Player, in_board_order
from charkoni.tournament.standings.ranking import ranking
from charkoni.tournament.standings.tiebreaks import Scores
from charkoni.tournament.verify import rounds

SOME = [str(item["file"]) for item in MANIFEST if item["players"] <= 30][::11]


ORDERS = [("DE",), ("BH/C1", "BH", "SB", "DE", "WIN")]


VALUES = ("BH", "BH/C1", "BH/C2", "BH/M1", "SB", "SB/C1", "PS", "WIN", "WON", "BPG")


def test_no_reference_event_is_missing_or_changed() -> None:
    assert len(MANIFEST) == 150
    assert sum(int(item["rounds"]) for item in MANIFEST) == 1099
    for item in MANIFEST:
        assert hashlib.sha256((GOLDEN / item["file"]).read_bytes()).hexdigest() == item["sha256"], item["file"]


def repaired(name: str) -> None:
    for verdict in rounds(reader.read((GOLDEN / name).read_text(encoding="utf-8")).tournament):
        assert verdict.is_plain, f"{name}, round {verdict.round}: file {verdict.extra}, engine {verdict.missing}"


@pytest.mark.parametrize("name", SOME)
def test_every_round_is_paired_as_in_the_file(name: str) -> None:
    repaired(name)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(FILES) - set(SOME)))
def test_every_round_of_the_other_files(name: str) -> None:
    repaired(name)


def accepted(name: str) -> None:
    pairing_input = golden_input(name)
    for number in range(1, pairing_input.done + 1):
        breaches = [
            b for b in breaches_of(as_before(pairing_input, number), pairing_input.boards(number)) if b.rule != "P7"
        ]
        assert not breaches, f"{name}, round {number}: {[b.message() for b in breaches]}"


@pytest.mark.parametrize("name", FILES[::10])
def test_our_checks_accept_every_round(name: str) -> None:
    accepted(name)


@pytest.mark.long
def test_our_checks_accept_every_round_of_the_other_files() -> None:
    for name in FILES:
        accepted(name)


def theirs(pairing_input: PairingInput, names: tuple[str, ...]) -> dict[int, tuple[int, list[float]]]:
    reader = trf2json()
    reader.parse_file(engine_text(pairing_input), 0)
    tournament = reader.get_tournament(1)
    params = {"tiebreak": ["PTS", *names], "check": False, "swiss": True}
    counted = tiebreak(tournament, -1, params)
    counted.rr = False
    found = counted.compute_tiebreaks(tournament, params)
    return {
        item["cid"]: (item["rank"], [float(value) for value in item["tiebreakScore"][1:]])
        for item in found["competitors"]
    }


def same_values(name: str) -> None:
    pairing_input = golden_input(name)
    values = theirs(pairing_input, VALUES)
    for line in ranking(Scores(pairing_input), VALUES).lines:
        assert [float(str(value)) for value in line.values] == values[line.number][1], f"{name}, number {line.number}"


def same_places(name: str, order: tuple[str, ...]) -> None:
    pairing_input = golden_input(name)
    places = theirs(pairing_input, order)
    for line in ranking(Scores(pairing_input), order).lines:
        if line.has_played:
            assert line.place == places[line.number][0], f"{name}, number {line.number}"


@pytest.mark.parametrize("name", FILES[::15])
def test_tiebreaks_equal_the_packages(name: str) -> None:
    same_values(name)


@pytest.mark.parametrize("name", FILES[1::15])
@pytest.mark.parametrize("order", ORDERS)
def test_places_with_direct_encounter_equal_the_packages(name: str, order: tuple[str, ...]) -> None:
    same_places(name, order)


@pytest.mark.long
def test_tiebreaks_of_all_events_equal_the_packages() -> None:
    for name in FILES:
        same_values(name)
        for order in ORDERS:
            same_places(name, order)


def spoilt(pairing_input: PairingInput, number: int) -> Iterator[tuple[str, PairingInput, list[tuple[int, int]]]]:
    """Iterate over spoilt pairings of a round: the broken rule, the pairing input, the boards."""
    before = as_before(pairing_input, number)
    boards = in_board_order(before, pairing_input.boards(number))
    games = [board for board in boards if board[1]]
    if len(games) < 2:
        return
    yield "P1", before, boards[1:]
    yield "P1", before, [(games[0][0], games[1][1]), *boards[1:]]
    yield "P4", before, [*boards[1:], (games[0][0], 0), (games[0][1], 0)]
    yield "P3", replace(before, forbidden=(*before.forbidden, ForbiddenPairs(number, number, games[0]))), boards
    if before.score(before.player(games[0][0])) > before.score(before.player(games[-1][0])):
        yield "P7", before, boards[::-1]
    for rule, together in (("P2", _have_met), ("P5", _clash)):
        pair_ = next(((a, b) for a in before.present() for b in before.present() if together(before, a, b)), None)
        if pair_ and not (rule == "P5" and number == pairing_input.rounds):
            yield rule, before, _brought_together(boards, pair_[0].number, pair_[1].number)


def _have_met(_: PairingInput, a: Player, b: Player) -> bool:
    return b.number in a.met()


def _clash(_: PairingInput, a: Player, b: Player) -> bool:
    return a.number < b.number and absolute_preference(a) != "" and absolute_preference(a) == absolute_preference(b)


def _brought_together(boards: list[tuple[int, int]], a: int, b: int) -> list[tuple[int, int]]:
    """Return boards in which a meets b, and those whom they met meet each other."""
    left = [board for board in boards if not {a, b} & set(board)]
    alone = [number for board in boards if {a, b} & set(board) for number in board if number not in (a, b, 0)]
    return [*left, (a, b), *([(alone[0], alone[1])] if len(alone) == 2 else [(number, 0) for number in alone])]


def refused_rightly(names: Sequence[str]) -> None:
    """Assert that spoilt pairings of reference events breach their rules, each rule more than 20 times."""
    seen: Counter[str] = Counter()
    for name in names:
        pairing_input = golden_input(name)
        for number in range(1, pairing_input.done + 1):
            for rule, before, boards in spoilt(pairing_input, number):
                assert rule in {breach.rule for breach in breaches_of(before, boards)}, (
                    f"{name}, round {number}: {rule}"
                )
                seen[rule] += 1
    assert min(seen[rule] for rule in ("P1", "P2", "P3", "P4", "P5", "P7")) > 20, seen


def test_spoilt_pairings_are_refused_by_the_right_rule() -> None:
    refused_rightly(FILES[::10])


@pytest.mark.long
def test_spoilt_pairings_of_all_events_are_refused_by_the_right_rule() -> None:
    refused_rightly(FILES)


@pytest.mark.parametrize("name", FILES[::15])
def test_shuffled_lines_change_nothing(name: str) -> None:
    text = (GOLDEN / name).read_text(encoding="utf-8")
    lines = text.splitlines()
    turned = "\n".join(sorted(lines, key=lambda line: hashlib.sha256(line.encode()).digest()))
    assert reader.read(turned).tournament == reader.read(text).tournament


def read_back(name: str) -> None:
    """Assert that a reference event is the same after writing and reading it."""
    first = reader.read((GOLDEN / name).read_text(encoding="utf-8")).tournament
    written = writer.write(first)
    again = reader.read(written).tournament
    assert again == first
    assert writer.write(again) == written


@pytest.mark.parametrize("name", FILES[::10])
def test_a_written_report_reads_back_and_is_written_the_same(name: str) -> None:
    read_back(name)


@pytest.mark.long
def test_all_events_read_back_as_they_were_written() -> None:
    for name in FILES:
        read_back(name)
