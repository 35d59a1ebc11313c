"""Contestants of a match: players by name, external programs, Python players, players of another copy of Charkoni.

External programs: see `charkoni.arena.external_programs`.  Objects of this process: see `enter`.

"best@/home/me/old:500ms" is the player "best:500ms" of the checkout in that folder, or of the folder that holds its
package, so that a new version can be measured against an old one.  The copy runs in a process of its own; only one of
the two searches at a time.  Such names are for matches on one's own machine: the code in the folder is run.
"""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

from charkoni.arena.external_programs import ExternalPlayer, PlayerFault, ProcessPlayer, ProgramProcess, is_external
from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game
from charkoni.core.record import Player, Record
from charkoni.players import BadPlayer, player

_COPY = re.compile(r"(?P<name>[a-z]{1,20})@(?P<folder>[^\n]{1,1000}?)(?P<rest>:[a-z0-9.=]+)?", re.ASCII)
_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}", re.ASCII)
_NO_FOLDER = N_("there is no copy of Charkoni in that folder")

# Uses only what every version has: players by name, and records as text.
_CHILD = """
import json, os, sys
from charkoni import Record, game
from charkoni.players import player
players = {}
for line in sys.stdin:
    request = json.loads(line)
    key = request["spec"], request["seed"]
    if key not in players:
        players.clear()
        players[key] = player(*key)
    if "game" in request:
        players[key].prepare(game(request["game"]))
        answer = "ready"
    else:
        answer = players[key].choose(Record.parse(request["record"]))
    try:
        print(json.dumps(answer), flush=True)
    except BrokenPipeError:  # the parent has ended
        os._exit(0)
"""


_ENTERED: dict[str, Callable[[int], Player]] = {}


def enter(name: str, make: Callable[[int], Player]) -> None:
    """Enter a player of this process under a name, for matches that `run_here` plays.

    make: called with a seed before each game, returns the player.  Raises ValueError for a name that is already taken
    or contains anything but lower-case letters, digits and hyphens.

    >>> from charkoni.arena import Match, enter, play, run_here
    >>> class First:
    ...     def choose(self, record):
    ...         return record.position.moves[0]
    >>> enter("first", lambda seed: First())
    >>> play(Match("mosty:size=3", "first", "random", games=2, seed=1), run_here).games
    2
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r}: a name has small letters, digits and hyphens")
    try:
        player(name)
    except BadPlayer:
        _ENTERED[name] = make
    else:
        raise ValueError(f"{name!r} is the name of a player that is there already")


def is_third_party(spec: str) -> bool:
    """Return whether a player's name names code of others, an external program or Python player: its failures lose."""
    return is_external(spec) or spec in _ENTERED


def takes_budget(spec: str) -> bool:
    """Return whether a name has no budget yet and can be followed by one; raise BadPlayer for a bad name."""
    contestant(spec)
    try:
        contestant(f"{spec}:1s")
    except BadPlayer:
        return False
    return True


def contestant(spec: str, seed: int = 0) -> Player:
    """Return a player by its name; raise BadPlayer."""
    if is_external(spec):
        return ExternalPlayer(spec, seed)
    if spec in _ENTERED:
        return _ENTERED[spec](seed)
    match = _COPY.fullmatch(spec)
    if not match:
        return player(spec, seed)
    folder = Path(match["folder"]).expanduser().resolve()
    sources = folder / "src" if (folder / "src" / "charkoni").is_dir() else folder
    if not (sources / "charkoni").is_dir():
        raise BadPlayer(spec, Reason("NO_COPY", "", _NO_FOLDER))
    return CopyPlayer(sources, match["name"] + (match["rest"] or ""), seed)


class CopyPlayer(ProcessPlayer):
    """A player of another copy."""

    def __init__(self, sources: Path, spec: str, seed: int) -> None:
        """Take the folder that holds the package, the player's name there, and a seed."""
        self._request: dict[str, object] = {"spec": spec, "seed": seed}
        self._sources = sources

    def prepare(self, game: Game) -> None:
        """Start the process and compile the kernels in it."""
        self._answer(game=game.name)

    def choose(self, record: Record) -> str:
        """Return the move of the copy."""
        return self._answer(record=str(record))

    def _answer(self, **request: str) -> str:
        if self._process is None:
            self._process = ProgramProcess((sys.executable, "-c", _CHILD), {"PYTHONPATH": str(self._sources)})
        self._process.send(json.dumps(self._request | request))
        try:
            answer: str = json.loads(self._process.line(None))
        except PlayerFault as fault:
            raise RuntimeError(f"the copy in {self._sources} broke down: {fault}") from None
        return answer
