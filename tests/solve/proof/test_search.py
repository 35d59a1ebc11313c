"""Proofs of endings and their certificates against exhaustive search; wrong certificates."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

import charkoni
from charkoni.core.game import Position
from charkoni.solve import proof
from charkoni.solve.proof import BadCertificate, Certificate, Entry, prove, prove_win, read_certificate, solve_whole

pytestmark = pytest.mark.compiled_only

ENDINGS = [
    tuple(line.split(" | "))
    for line in (Path(__file__).parents[1] / "endings.txt").read_text("ascii").splitlines()
    if not line.startswith("#")
]
IN_SHORT = ("focus", "mangala:fortress")
"""Games with kinds of endings: wins and losses, and draws."""
WON = "4/6/5,g,2/8/3,grr,4/8/r,5/4 a 0:0"


def at(name: str, text: str) -> Position:
    return charkoni.game(name).parse(text)


@pytest.mark.parametrize(
    ("name", "text", "claim"),
    [pytest.param(*each, marks=() if each[0] in IN_SHORT else pytest.mark.long) for each in ENDINGS],
)
def test_endings_are_proved_and_the_proofs_hold(name: str, text: str, claim: str, tmp_path: Path) -> None:
    found = prove(at(name, text), 30_000)
    assert found is not None
    assert found.certificate.claim == claim
    assert found.is_shortest
    path = tmp_path / "one.proof"
    found.certificate.write(path)
    again = read_certificate(path)
    assert again == found.certificate
    assert again.check() == len(found.certificate.entries)


def wins_within(position: Position, side: int, plies: int, known: dict[tuple[Position, int], bool]) -> bool:
    """Return whether a side can force a win within so many plies, by exhaustive search."""
    outcome = position.outcome
    if outcome:
        return outcome.scores[position.game.sides.index(side)] == 1
    if plies == 0:
        return False
    if (position, plies) not in known:
        choice = any if position.game.sides[position.turn] == side else all
        after = (wins_within(position.play(move), side, plies - 1, known) for move in position.moves)
        known[position, plies] = choice(after)
    return known[position, plies]


def late(name: str, seed: int, most_moves: int) -> list[Position]:
    """Return the positions of a random game with at most `most_moves` moves."""
    luck, position, found = random.Random(seed), charkoni.game(name).start(), []
    while not position.outcome:
        if len(position.moves) <= most_moves:
            found.append(position)
        position = position.play(luck.choice(position.moves))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_both_ways_to_prove_agree_with_trying_everything(seed: int) -> None:
    """Every position of Mosty has a winner."""
    for position in late("mosty:size=3", seed, 8):
        whole, tree = solve_whole(position, 20_000), prove_win(position, 100_000)
        assert whole is not None
        assert tree is not None
        plies = whole.certificate.plies
        assert (plies, tree.is_shortest) == (tree.certificate.plies, True), position
        winner = position.turn if plies > 0 else 1 - position.turn
        assert wins_within(position, winner, abs(plies), {})
        assert not wins_within(position, winner, abs(plies) - 1, {})
        assert whole.certificate.check() > 0
        assert tree.certificate.check() > 0


def by_rounds(root: Position) -> dict[Position, int]:
    """Return the result of each position reachable from a root for the mover, 1, 0 or -1, by iteration."""
    after: dict[Position, list[Position]] = {}
    waiting = [root]
    while waiting:
        position = waiting.pop()
        if position not in after:
            after[position] = [position.play(move) for move in position.moves]
            waiting += [child for child in after[position] if not child.outcome]
    known: dict[Position, int] = {}

    def seen(position: Position, child: Position) -> int | None:
        if child.outcome:
            return int(2 * child.outcome.scores[position.turn] - 1)
        value = known.get(child)
        return value if value is None or child.turn == position.turn else -value

    changed = True
    while changed:
        changed = False
        for position, children in after.items():
            if position in known:
                continue
            values = [seen(position, child) for child in children]
            if 1 in values or all(value == -1 for value in values):
                known[position], changed = 1 if 1 in values else -1, True
    return {position: known.get(position, 0) for position in after}


@pytest.mark.parametrize(
    "text",
    [
        "0,0,0,1,0,2:20/1,0,0,0,0,0:24 a -/-",
        "0,1,0,1,0,1:21/1,0,0,0,1,0:22 b -/-",
        "0,0,0,1,2,1:18/0,1,1,0,0,1:23 b 1/1",
        "0,0,0,0,2,1:22/1,0,0,0,0,1:21 a 2/1",
    ],
)
def test_the_fortress_variant_is_solved_near_its_end(text: str) -> None:
    position = at("mangala:fortress", text)
    found = solve_whole(position, 50_000)
    assert found is not None
    plain = by_rounds(position)
    assert len(plain) == found.nodes
    sign = (found.certificate.plies > 0) - (found.certificate.plies < 0)
    assert sign == plain[position]
    for each, entry in found.certificate.entries.items():
        assert plain[each] == (entry.plies > 0) - (entry.plies < 0), each
    assert found.certificate.check() == len(found.certificate.entries)


def test_nothing_is_claimed_without_a_proof() -> None:
    assert prove(charkoni.game("focus").start(), 2000) is None
    assert prove(charkoni.game("chaupar").start(), 2000) is None
    assert prove(charkoni.game("barbakan:board=mini3,players=3").start(), 2000) is None
    over = at("focus", "4/6/8/3,gr,4/8/8/rr,5/4 . 0:2")
    assert prove(over, 2000) is None


def whole_proof() -> Certificate:
    found = prove(at("focus", WON), 20_000)
    assert found is not None
    return found.certificate


def test_a_certificate_with_a_wrong_entry_does_not_hold() -> None:
    good = whole_proof()
    for position, entry in good.entries.items():
        fewer = replace(entry, plies=entry.plies - 1 if entry.plies > 0 else entry.plies + 1)
        for wrong in (fewer, Entry(0), Entry(-entry.plies, position.moves[0])):
            with pytest.raises(BadCertificate, match="certificate is wrong"):
                Certificate(good.root, good.entries | {position: wrong}).check()


def test_a_certificate_without_one_of_its_entries_does_not_hold() -> None:
    good = whole_proof()
    for position in list(good.entries)[1:]:
        rest = {each: entry for each, entry in good.entries.items() if each != position}
        with pytest.raises(BadCertificate, match="certificate is wrong"):
            Certificate(good.root, rest).check()


def test_a_drawn_set_must_be_closed_and_without_wins() -> None:
    found = prove(at("mangala:fortress", "0,0,0,1,0,2:20/1,0,0,0,0,0:24 a -/-"), 10_000)
    assert found is not None
    good = found.certificate
    assert good.plies == 0
    for position in list(good.entries)[1:]:
        rest = {each: entry for each, entry in good.entries.items() if each != position}
        with pytest.raises(BadCertificate, match="certificate is wrong"):
            Certificate(good.root, rest).check()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b"charkoni proof 1", b"charkoni proof 2", "this is not a certificate"),
        (b"+5", b"+7", "the certificate is damaged"),
        (b"game focus", b"game chess", "no such game|unknown game|there is no"),
        (b"within 5", b"within 3", "claims a wins within 3 plies, its first entry says a wins within 5 plies"),
        (b"-4 - ", b"-4 ", "line [0-9]+ of the certificate cannot be read"),
        (b"4/1,r,6/6/4 b", b"4/1,r,7/6/4 b", "line [0-9]+ of the certificate cannot be read"),
        (b"claim ", b"clam ", "this is not a certificate"),
    ],
)
def test_damaged_and_forged_certificates(tmp_path: Path, old: bytes, new: bytes, line: str) -> None:
    path = tmp_path / "one.proof"
    whole_proof().write(path)
    body = path.read_bytes().rpartition(b"crc32 ")[0]
    forged = body.replace(old, new)
    assert forged != body
    if b"+" in old:
        path.write_bytes(forged + path.read_bytes()[len(body) :])
    else:
        path.write_bytes(forged + f"crc32 {proof.certificate.zlib.crc32(forged):08x}\n".encode())
    with pytest.raises(ValueError, match=line):
        read_certificate(path)


def test_a_truncated_certificate_and_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.proof"
    whole_proof().write(path)
    content = path.read_bytes()
    for damaged in (content[:-1], content[: len(content) // 2], b"", b"hello\n", content + b"\n", bytes(100)):
        path.write_bytes(damaged)
        with pytest.raises(BadCertificate):
            read_certificate(path)


def test_a_drawn_entry_with_a_winning_move_is_refused() -> None:
    position = at("focus", "4/6/8/3,g,4/3,r,4/8/rr,5/4 a 0:2")
    after = [position.play(move) for move in position.moves]
    entries = {position: Entry(0)} | {child: Entry(0) for child in after if not child.outcome}
    with pytest.raises(BadCertificate, match="d4-d5:1 does not lead to what it says") as caught:
        Certificate(position, entries).check()
    assert caught.value.text == str(position)
