"""Golden playthroughs: games recorded step by step, to be read by people and replayed by tests.

    python -m charkoni.check.golden                        replay all and print what differs
    python -m charkoni.check.golden --write [GAME ...]     write those that are missing or differ

A file holds one game: after each move the position, and the number and list of the legal moves (of a long list the
digest); a few times the diagram; at the end the outcome.  Rewriting keeps the moves while they are legal, so that a
changed diagram or text is the only difference; a rewritten file is reviewed like code.
"""

import difflib
import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from charkoni.check.variants import all_games, any_game
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import BadText, IllegalMove
from charkoni.core.game import Game, Position
from charkoni.core.kernel_calls import static_value

FOLDER = Path(__file__).with_name("goldens")
LARGEST = 50_000
"""A file stays below this number of bytes."""

STEPS = 120
"""Of a longer game only so many first and last plies are stored."""

_LISTED = 12
_PICTURES = 4
_LONGEST = 4_000
_CARELESS = 0.15
_HEAD = "# A golden playthrough; rewrite it by: python -m charkoni.check.golden --write {name}"


def files(game: Game) -> list[Path]:
    """Return the existing golden files of a game: one whole game, or its opening and its ending."""
    return [path for path in _names(game) if path.exists()]


def render(start: Position, moves: Sequence[str]) -> str:
    """Return the text of a playthrough."""
    lines = [_HEAD.format(name=start.game.name), f"game {start.game.name}", *_position(start, True)]
    every = max(1, len(moves) // _PICTURES)
    position = start
    for number, move in enumerate(moves, 1):
        position = position.play(move)
        lines += ["", f"> {move}", *_position(position, number % every == 0 or number == len(moves))]
    return "\n".join(lines) + "\n"


def moves_of(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of the first position and the moves of a playthrough."""
    lines = text.splitlines()
    return lines[2], tuple(line[2:] for line in lines if line.startswith("> "))


def compare(text: str, game: Game) -> str:
    """Replay a playthrough and return the first lines of the difference, "" for none."""
    start, moves = moves_of(text)
    again = render(game.parse(start), moves)
    if again == text:
        return ""
    lines = difflib.unified_diff(text.splitlines(), again.splitlines(), "golden", "replayed", lineterm="", n=1)
    return "\n".join(list(lines)[:12])


def play(game: Game, seed: int = 1) -> tuple[list[Position], list[str]]:
    """Return the positions and moves of a game between greedy players with random errors, cut off when it gets long."""
    random = np.random.default_rng(seed)
    positions = [game.start()]
    moves: list[str] = []
    while positions[-1].turn != OVER and len(moves) < _LONGEST:
        moves.append(_choose(positions[-1], random))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


def write(game: Game) -> list[Path]:
    """Write the playthroughs of a game that are missing or differ and return their files."""
    FOLDER.mkdir(exist_ok=True)
    wanted = _replayed(game) or _new(game)
    changed = [path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in changed:
        path.write_text(wanted[path], "utf-8")
    for path in files(game):
        if path not in wanted:
            path.unlink()
    return changed


def main(arguments: Sequence[str]) -> int:
    """Run as a program; return 1 when something differs or is missing."""
    is_written = arguments[:1] == ["--write"]
    names = arguments[1:] if is_written else arguments
    differing = 0
    for game in map(any_game, names) if names else all_games():
        if is_written:
            lines = [f"wrote {path.name}" for path in write(game)]
        else:
            lines = list(_differences(game))
            differing += len(lines)
        for line in lines:
            print(line, flush=True)
    return int(differing > 0)


def _names(game: Game) -> tuple[Path, Path, Path]:
    stem = game.name.replace(":", ".").replace(",", ".").replace("=", "-")
    whole, opening, ending = (FOLDER / f"{stem}{part}.txt" for part in ("", "_opening", "_ending"))
    return whole, opening, ending


def _position(position: Position, with_diagram: bool) -> Iterator[str]:
    """Yield the lines of one position."""
    yield str(position)
    outcome = position.outcome
    if outcome:
        yield f"over: {outcome.reason}, {outcome}"
    else:
        moves = position.moves
        listed = " ".join(moves)
        if len(moves) > _LISTED:
            listed = f"{moves[0]} ... {moves[-1]} sha256 {hashlib.sha256(listed.encode()).hexdigest()[:12]}"
        kind = "throws" if position.turn == CHANCE else "moves"
        yield f"{kind} ({len(moves)}): {listed}"
    if with_diagram:
        yield from (f"    {line}".rstrip() for line in position.diagram.splitlines())


def _choose(position: Position, random: np.random.Generator) -> str:
    """Return a throw, a random move, or the move with the best static value for the mover."""
    if position.turn == CHANCE:
        return str(random.choice(position.moves, p=[float(odd) for odd in position.odds]))
    moves = [str(move) for move in random.permutation(position.moves)]
    if random.random() < _CARELESS:
        return moves[0]
    return max(moves, key=lambda move: _expected_points(position.play(move), position.turn))


def _expected_points(position: Position, player: int) -> float:
    """Return a player's points in a finished game, or his static value."""
    if position.outcome:
        return float(position.outcome.scores[player])
    values = np.zeros(position.game.players)
    static_value(position.game.kernels, position.state, values)
    return float(values[player])


def _replayed(game: Game) -> dict[Path, str]:
    """Return the existing files with their moves replayed; {} when a move is no longer legal."""
    replayed = {}
    for path in files(game):
        start, moves = moves_of(path.read_text("utf-8"))
        try:
            replayed[path] = render(game.parse(start), moves)
        except (BadText, IllegalMove):
            return {}
    return replayed


def _new(game: Game) -> dict[Path, str]:
    """Return the files of a new game."""
    positions, moves = play(game)
    whole, opening, ending = _names(game)
    if len(moves) <= STEPS:
        return {whole: render(positions[0], moves)}
    new = {opening: render(positions[0], moves[:STEPS])}
    if positions[-1].turn == OVER:
        new[ending] = render(positions[-STEPS - 1], moves[-STEPS:])
    return new


def _differences(game: Game) -> Iterator[str]:
    """Yield the differences in the files of a game, or that no file exists."""
    existing = files(game)
    if not existing:
        yield f"{game.name}: no file"
    for path in existing:
        difference = compare(path.read_text("utf-8"), game)
        if difference:
            yield f"{path.name}: {difference}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
