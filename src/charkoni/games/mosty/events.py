"""A move of Mosty as events and in words, the label of every zone, prompts, and what taps without effect mean."""

from charkoni.core.board_types import Event, PieceSlot, TapSequence
from charkoni.core.constants import OVER
from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.mosty.catalog import CATALOG
from charkoni.games.mosty.chains import owners, winning_chain
from charkoni.games.mosty.moves import column_name, crossing_name

PLAYERS = "ab"


def events(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return the bridge that is built and, when it joins the shores, the chain."""
    sequence = [Event("build", ((None, PieceSlot(move)),), zone=move)]
    if after.turn == OVER:
        chain = tuple(crossing_name(crossing) for crossing in winning_chain(after, int(before.turn)))
        sequence.append(Event("end", path=chain))
    return sequence


def labels(s: State, flags: Flags, words: Words) -> dict[str, str]:
    """Return the label of every crossing, with the side that has a bridge on it, and of every shore."""
    texts = {}
    for crossing, side in owners(s).items():
        zone = crossing_name(crossing)
        if side < 0:
            texts[zone] = words._("{cell}: free crossing", cell=zone)
        else:
            texts[zone] = words._("{cell}: {side}'s bridge", cell=zone, side=CATALOG.players[side])
    last = 2 * int(s["size"]) - 1
    for i, line in enumerate((1, last)):
        red, blue = CATALOG.players
        texts[f"{EDGE}a{i}"] = words._("{side}'s shore beside row {row}", side=red, row=line)
        texts[f"{EDGE}b{i}"] = words._("{side}'s shore beside column {column}", side=blue, column=column_name(line))
    return texts


def describe(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    """Return sentences about a bridge, the bridges left in the turn, and a chain that wins."""
    side = CATALOG.players[before.turn]
    sentences = [words._("{side} builds a bridge on {cell}.", side=side, cell=move)]
    if after.turn == OVER:
        sentences.append(CATALOG.count(words, "chain", len(winning_chain(after, int(before.turn)))))
    elif after.turn == before.turn:
        sentences.append(CATALOG.count(words, "left", int(after.left)))
    return " ".join(sentences)


EDGE = "edge-"


def prompt(s: State, prefix: TapSequence, flags: Flags, words: Words) -> str:
    """Return the prompt for the next tap."""
    if flags["links"] == "1":
        return words._("Choose a crossing for your bridge.")
    return CATALOG.count(words, "choose", int(s.left))


def attempt(s: State, prefix: TapSequence, zone: str, flags: Flags) -> str | Reason | None:
    """Return the bridge that a tap on a crossing means; on a shore there is none (S5)."""
    return CATALOG.reason("ALONG_EDGE") if zone.startswith(EDGE) else zone
