"""What the shell completes: games with their flags, players, and the players of seats; the shell itself knows files.

Bash ends a word at each colon and equals sign, and replaces what follows the last one only: there `mosty:size=7` comes
as five words, which are joined here, and what bash keeps is cut off the answers.
"""

import contextlib
import io
import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import charkoni
from charkoni.core.game_types import Flag
from charkoni.core.registry import family
from charkoni.games.opponents import HIGHEST, SOLVER, player_of

COMPUTERS = (
    "random", "greedy", *map(player_of, range(1, HIGHEST + 1)), "mcts:1s", "mcts:5s", "best:1s", "best:5s",
    SOLVER,
)  # fmt: skip
"""Players that a shell proposes; others are other budgets of the same (`charkoni.players.player`)."""

SEATS = ("a", "b", "c", "d", "dice")
BREAKS = (":", "=")


@contextlib.contextmanager
def bash_words() -> Iterator[None]:
    """Join what bash has cut, in the variables by which it asks to complete a line, and cut the answers printed."""
    kept = _join() if os.environ.get("_CHARKONI_COMPLETE") == "complete_bash" else ""
    if not kept:
        yield
        return
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            yield
    finally:
        print("\n".join(line.removeprefix(kept) for line in out.getvalue().splitlines()))


def _join() -> str:
    """Join the words in the environment, and return the part of the last one that bash keeps."""
    try:
        last = int(os.environ["COMP_CWORD"])
        cut = [*shlex.split(os.environ["COMP_WORDS"]), ""][: last + 1]
    except (KeyError, ValueError):
        return ""
    words = cut[:1]
    for before, word in pairwise(cut):
        if len(words) > 1 and (word in BREAKS or before in BREAKS):
            words[-1] += word
        else:
            words.append(word)
    os.environ |= {"COMP_WORDS": shlex.join(words), "COMP_CWORD": str(len(words) - 1)}
    return words[-1].removesuffix("" if cut[-1] in BREAKS else cut[-1])


def _completed(candidates: Callable[[str], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return the callback of a parameter; candidates: what a word that is begun so may become."""

    def complete(incomplete: str) -> list[str]:
        return [each for each in candidates(incomplete) if each.startswith(incomplete)]

    return complete


def _games(whole: str) -> list[str]:
    """Return the games; after a colon a game with each further flag."""
    name, colon, chosen = whole.partition(":")
    if not colon or name not in charkoni.games():
        return list(charkoni.games())
    *kept, _ = chosen.split(",")
    used = {flag.partition("=")[0] for flag in kept}
    values = (value for flag in family(name).flags if flag.name not in used for value in _values(flag))
    return [f"{name}:{','.join((*kept, value))}" for value in values]


def _values(flag: Flag) -> list[str]:
    """Return a flag as one writes it, with each value but the usual one."""
    return [flag.name] if flag.is_switch else [f"{flag.name}={value}" for value in flag.values if value != flag.default]


def _seats(whole: str) -> list[str]:
    """Return the seats, and after an equals sign the players of one, a person first."""
    seat, equals, _ = whole.partition("=")
    return [f"{seat}={each}" for each in ("human", *COMPUTERS)] if equals else [f"{each}=" for each in SEATS]


complete_game = _completed(_games)
complete_player = _completed(lambda _: COMPUTERS)
complete_seat = _completed(_seats)
