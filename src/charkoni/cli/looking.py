"""`charkoni games`, `show` and `perft`."""

import contextlib
import json
import signal
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

import charkoni
from charkoni.check.perft import divide, leaves
from charkoni.cli import finding, names
from charkoni.cli.board import board
from charkoni.cli.screen import COLUMNS, columns
from charkoni.cli.words import Words
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.position import Position
from charkoni.core.record import LETTERS
from charkoni.games import family


def list_games(words: Words, is_full: bool) -> None:
    """Print the names of the games, with players and flags if wanted."""
    if not is_full:
        print("\n".join(charkoni.games()))
        return
    _ = words._
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in (_("name"), _("game"), _("players"), _("flags, default first")):
        table.add_column(title)
    for name in charkoni.games():
        kin = family(name)
        flags = ", ".join(flag.name if flag.is_switch else f"{flag.name}={'|'.join(flag.values)}" for flag in kin.flags)
        counts = sorted({len(kin.sides(one.flags)) for one in _with_players(name)})
        table.add_row(name, _(names.GAMES.get(name, name)), ", ".join(map(str, counts)), flags)
    Console(highlight=False, markup=False).print(table)


def _with_players(name: str) -> list[charkoni.Game]:
    """Return the game, and its variants with another number of players."""
    flags = {flag.name: flag for flag in family(name).flags}
    others = flags["players"].values[1:] if "players" in flags else ()
    return [charkoni.game(name), *(charkoni.game(f"{name}:players={value}") for value in others)]


def show(words: Words, name: str, text: str | None, only_moves: bool, as_json: bool) -> None:
    """Print a position."""
    position = finding.position(name, text)
    if as_json:
        print(json.dumps(_as_json(position)))
    elif only_moves:
        for move in position.moves:
            print(move)
    else:
        _show(words, position)


def _as_json(position: Position) -> dict[str, object]:
    outcome = position.outcome
    return {
        "game": position.game.name,
        "position": str(position),
        "turn": turn_letter(position),
        "moves": list(position.moves),
        "odds": [str(share) for share in position.odds],
        "outcome": {"scores": [str(score) for score in outcome.scores], "reason": outcome.reason} if outcome else None,
    }


def turn_letter(position: Position) -> str:
    """Return the sign for whose turn it is: a letter, "?" for a throw, "." when the game is over."""
    return {CHANCE: "?", OVER: "."}.get(position.turn) or LETTERS[position.turn]


def _show(words: Words, position: Position) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    lines: list[Text | str] = [str(position), "", *board(words, position), "", *said(words, position)]
    for line in lines:
        console.print(line, soft_wrap=True)


def said(words: Words, position: Position) -> list[Text | str]:
    """Return whose turn it is and the legal moves, or the outcome, in words."""
    if position.outcome:
        return [Text(names.result(words, position.game, position.outcome), "bold"), str(position.outcome)]
    count = len(position.moves)
    if position.turn == CHANCE:
        turn = words._("A throw of the dice is due.")
        counted = words.ngettext("{n} throw", "{n} throws", count)
    else:
        turn = words._(names.side(position.game, position.turn).turn)
        counted = words.ngettext("{n} legal move", "{n} legal moves", count)
    return [Text(turn, "bold"), f"{counted}:", *columns(position.moves, COLUMNS - 1)]


def perft(name: str, depth: int, text: str | None, is_divided: bool) -> None:
    """Print the leaf count, alone in the last line; before it the count below each move if wanted."""
    position = finding.position(name, text)
    with _interruptible():
        if is_divided and depth > 0:
            total = 0
            for move, count in divide(position, depth).items():
                print(f"{move}: {count}", flush=True)
                total += count
            print(total)
        else:
            print(leaves(position, depth))


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end the program at once: compiled code hears nothing, and here there is nothing to lose."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
