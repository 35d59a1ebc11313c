"""`charkoni verify-dice`: the dice of a finished game, checked against the commitments made before the first throw."""

import http.client
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from charkoni.cli import inputs, records
from charkoni.cli.errors import bad_word
from charkoni.cli.exit_codes import CHECK_FAILED
from charkoni.cli.parameters import argument, option
from charkoni.core.errors import N_
from charkoni.core.files.data_files import read_texts
from charkoni.core.translations import Words

if TYPE_CHECKING:
    from charkoni.games.fair_dice import Proof

LONGEST = 1 << 22  # bytes of a document from an address
PATIENCE_S = 30

_TEXTS = read_texts(Path(__file__).with_suffix(".toml"))
_STATUS = N_("the server answers with status {status} in place of a document")
_NO_ADDRESS = N_("this is not the address of a document")


def verify_dice(
    words: Words,
    source: Annotated[str, argument("FILE|URL", N_("the game's dice.json; - is standard input"))],
    receipt: Annotated[Path | None, option("FILE", N_("the receipt that the browser of a player has saved"))] = None,
    commitment: Annotated[
        str, option("HASH", N_("the server's commitment, as it was shown before the first throw"))
    ] = "",
) -> None:
    """Check the dice of a finished game against a receipt, or against the server's commitment.

    The document of the game alone proves nothing: it could be invented afterwards.
    """
    from charkoni.games.fair_dice import DiceMismatch, verify

    text, kept = _text(source), records.read_text(receipt) if receipt else ""
    try:
        proof = verify(text, kept, commitment)
    except (DiceMismatch, ValueError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(CHECK_FAILED) from None
    print("\n".join(_sentences(words, proof)))


def _sentences(words: Words, proof: "Proof") -> list[str]:
    """Return what a check has shown."""
    found: list[tuple[str, Sequence[int]]] = [("fair" if proof.throws else "none", ())]
    if proof.own:
        found.append(("own", proof.own))
    elif proof.bound or proof.words:
        found.append(("shown", (*proof.bound, *proof.words)))
    else:
        found.append(("server alone", ()))
    found += [(name, seats) for name, seats in (("words", proof.words), ("absent", proof.absent)) if seats]
    if proof.unbound:
        found.append(("unbound", ()))
    numbers = {"fair": proof.throws, "unbound": proof.unbound}
    return [words._(_TEXTS[name], n=numbers.get(name), seats=_listed(seats)) for name, seats in found]


def _listed(seats: Sequence[int]) -> str:
    """Return seats as people count them, from 1."""
    return ", ".join(str(seat + 1) for seat in sorted(seats))


def _text(source: str) -> str:
    """Return the text of a file, of an address, or of standard input for "-"."""
    if source.startswith(("http://", "https://")):
        return records.decoded(_fetched(source), source)
    return inputs.text(Path(source))


def _fetched(address: str) -> bytes:
    """Return the content of an address; raise BadWord."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
            content: bytes = answer.read(LONGEST)
    except urllib.error.HTTPError as error:
        raise bad_word(address, _STATUS, status=error.code) from None
    except (OSError, http.client.HTTPException) as error:  # InvalidURL is one of the latter
        is_bad = isinstance(error, http.client.InvalidURL)
        raise bad_word(address, _NO_ADDRESS if is_bad else N_("no server answers at this address")) from None
    except ValueError:  # a bad port, or a host that no name can be
        raise bad_word(address, _NO_ADDRESS) from None
    return content
