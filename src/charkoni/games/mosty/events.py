"""What a move of Mosty does, as events and in words."""

from charkoni.core.board_types import Event, Slot
from charkoni.core.constants import OVER
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.mosty.chains import owners, winning_chain
from charkoni.games.mosty.taps import EDGE, column, name

PLAYERS = "ab"


def events(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return the link that is built and, when it joins the borders, the chain."""
    happened = [Event("build", ((None, Slot(move)),), zone=move)]
    if after.turn == OVER:
        chain = tuple(name(place) for place in winning_chain(after, int(before.turn)))
        happened.append(Event("end", path=chain))
    return happened


def labels(s: State, flags: Flags, words: Words) -> dict[str, str]:
    """Return whose link is on every crossing, and whose the borders are."""
    found = {}
    for place, side in owners(s).items():
        zone = name(place)
        if side < 0:
            found[zone] = words._("{cell}: free crossing", cell=zone)
        elif side == 0:
            found[zone] = words._("{cell}: bridge of Red", cell=zone)
        else:
            found[zone] = words._("{cell}: bridge of Blue", cell=zone)
    last = 2 * int(s["size"]) - 1
    for i, line in enumerate((1, last)):
        found[f"{EDGE}a{i}"] = words._("edge of Red beside row {row}", row=line)
        found[f"{EDGE}b{i}"] = words._("edge of Blue beside column {column}", column=column(line))
    return found


def tell(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    """Return sentences about a link, what is left of the turn, and a chain that wins."""
    player = PLAYERS[before.turn]
    sentences = [words._("{player} builds a bridge on {cell}.", player=player, cell=move)]
    if after.turn == OVER:
        n = len(winning_chain(after, int(before.turn)))
        sentences.append(
            words.ngettext("A chain of {n} bridge joins both edges!", "A chain of {n} bridges joins both edges!", n)
        )
    elif after.turn == before.turn:
        n = int(after.left)
        sentences.append(words.ngettext("{n} more bridge in this turn.", "{n} more bridges in this turn.", n))
    return " ".join(sentences)
