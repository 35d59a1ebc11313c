"""`charkoni verify-dice`: the dice of a finished game, checked against the key to which the server was committed."""

import sys
import urllib.request
from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli import inputs, records
from charkoni.cli.command_group import typer_app, words_of
from charkoni.cli.commands.server.web_packages import require_web
from charkoni.cli.exit_codes import CHECK_FAILED
from charkoni.core.errors import mark

LONGEST = 1 << 22  # bytes of a document from an address

_FAIR = mark("the dice are right: {n} throws follow from the key that was promised")

app = typer_app()


@app.command()
def verify_dice(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FILE|URL", help=mark("the game's dice.json; - is standard input"))],
) -> None:
    """Check the dice of a finished game, from a file, standard input or an address."""
    require_web()
    from charkoni.web.live.game.dice import Unfair, verify

    text = _text(source)
    try:
        print(words_of(context)._(_FAIR, n=verify(text)))
    except (Unfair, ValueError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(CHECK_FAILED) from None


def _text(source: str) -> str:
    """Return the text of a file, of an address, or of standard input for "-"."""
    if source.startswith(("http://", "https://")):
        with urllib.request.urlopen(source, timeout=30) as answer:
            content: bytes = answer.read(LONGEST)
        return records.decoded(content, source)
    return inputs.text(Path(source))
