"""`charkoni show`: a position, as text, JSON or a picture."""

from pathlib import Path
from typing import Annotated

from charkoni.cli import inputs
from charkoni.cli.commands.play import image_files
from charkoni.cli.commands.play.image_files import ImageOptions
from charkoni.cli.output import print_json, print_lines
from charkoni.cli.parameters import Bottom, FromText, GameName, Portrait, Theme, Width, flag, option
from charkoni.cli.terminal.board import board, turn_and_moves
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.record import LETTERS
from charkoni.core.translations import Words


def show(
    words: Words,
    game: GameName,
    text: FromText = None,
    moves: Annotated[bool, flag("--moves", N_("only the legal moves, one a line"))] = False,
    as_json: Annotated[bool, flag("--json", N_("as JSON"))] = False,
    svg: Annotated[Path | None, option("FILE", N_("as SVG into a new file; - is standard output"))] = None,
    png: Annotated[Path | None, option("FILE", N_("as PNG into a new file; - is standard output"))] = None,
    theme: Theme = None,
    seat: Bottom = None,
    portrait: Portrait = False,
    width: Width = None,
) -> None:
    """Print a position, or write pictures of it."""
    if svg or png:
        image_files.write_position(game, text, svg, png, ImageOptions(theme, seat, portrait, width))
        return
    position = inputs.position(game, text)
    if as_json:
        print_json(_as_json(position))
    elif moves:
        for move in position.moves:
            print(move)
    else:
        print_lines([str(position), "", *board(words, position), "", *turn_and_moves(words, position)])


def _as_json(position: Position) -> dict[str, object]:
    """Return the position as JSON: texts, a list of moves, probabilities and scores as fractions."""
    outcome = position.outcome
    return {
        "game": position.game.name,
        "position": str(position),
        "turn": ({CHANCE: "?", OVER: "."}.get(position.turn) or LETTERS[position.turn]),
        "moves": list(position.moves),
        "odds": [str(share) for share in position.odds],
        "outcome": {"scores": [str(score) for score in outcome.scores], "reason": outcome.reason} if outcome else None,
    }
