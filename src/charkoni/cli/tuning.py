"""`charkoni tune`: fit the weights of a game to games of self-play, and print what each is worth."""

import hashlib
import json
import re
import sys
import textwrap
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from charkoni.arena import tuning
from charkoni.arena.tuning import Fit, Tuning, fit
from charkoni.benchmarks.figures import machine
from charkoni.cli import finding, storage
from charkoni.cli.progress import progress_bar
from charkoni.cli.words import Words
from charkoni.core.errors import BadText, Reason, mark
from charkoni.core.journal import Journal, read_journal
from charkoni.search import has_dice

INTERRUPTED = 130
WIDTH = 90  # of lines of numbers in sources
_WEIGHTS = re.compile(r"^WEIGHTS = np\.array\(\[[^\]]*\]\)", re.MULTILINE)

_NO_GAMES = mark("there are no games to learn from yet; leave out --table")
_NO_DICE = mark("turns are played at a glance in games with dice only, not in {game}; give it some --nodes")
_NO_LINE = mark("the weights cannot be written into {path}")


class BadTuning(BadText):
    """A tuning that cannot be done as asked."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks for.  table: only print what is known.  write: put the weights into the sources.

    also: files of other tunings of the game, whose positions count as well, twice if a file is named twice.
    """

    game: str
    games: int = 400
    nodes: int = 400
    seed: int = 1
    judge: int = 0
    out: Path | None = None
    also: tuple[Path, ...] = ()
    table: bool = False
    write: bool = False
    as_json: bool = False


def tune(words: Words, wish: Wish) -> int:
    """Play games, or go on with them, fit the weights, print the table, and return the exit code."""
    asked = Tuning(finding.game(wish.game), wish.nodes, wish.seed, wish.judge)
    others = _others(asked, wish.also)
    if asked.nodes:
        path = wish.out.expanduser() if wish.out else usual_path(asked)
        rows, stopped = _kept_games(words, wish, asked, path)
        if not any(row["rows"] for row in rows):
            raise BadTuning(str(path), Reason("NO_GAMES", "", _NO_GAMES))
    else:
        if not has_dice(asked.game):
            raise BadTuning(wish.game, Reason("NO_DICE", "", _NO_DICE, {"game": asked.game.name}))
        rows, stopped = _glanced_games(asked, wish.games), False
    found = fit(asked, [*rows, *others])
    if wish.as_json:
        print(json.dumps({"game": asked.game.name, **asdict(found), "weights": found.weights}))
    else:
        _print(words, found)
    if stopped:
        print(words._("Stopped; all finished games are kept, and the same command goes on."), file=sys.stderr)
        return INTERRUPTED
    if wish.write:
        write(asked, found)
    return 0


def _kept_games(words: Words, wish: Wish, asked: Tuning, path: Path) -> tuple[list[tuning.Row], bool]:
    """Return the games of a file, those that were missing played, and whether Ctrl-C came before the end."""
    stopped = False
    with Journal(path, asked.header(), tuning.NEEDED, machine()) as journal:
        if not wish.table:
            print(words._("The games are kept in {path}", path=path), file=sys.stderr)
            stopped = _play(asked, wish.games, journal)
        return sorted(journal.rows, key=lambda row: int(row["game"])), stopped


def _others(asked: Tuning, also: tuple[Path, ...]) -> list[tuning.Row]:
    """Return the games of other tunings; raise BadJournal where a file holds those of another game, or OSError."""
    kept = {}
    for path in dict.fromkeys(also):
        _, kept[path] = read_journal(path, asked.rows_header(), tuning.NEEDED)
    return [row for path in also for row in kept[path]]


def _glanced_games(asked: Tuning, games: int) -> list[tuning.Row]:
    """Return games whose turns are played at a glance; they are not kept, for they take no time."""
    with progress_bar() as bar:
        return list(bar.track(asked.at_a_glance(games), total=games, description=asked.game.name))


def _play(asked: Tuning, games: int, journal: Journal) -> bool:
    """Play the games that are missing; return whether Ctrl-C came before the end."""
    done = [int(row["game"]) for row in journal.rows]
    with progress_bar() as bar:
        task = bar.add_task(asked.game.name, total=games, completed=len(done))
        try:
            for row in asked.games(games, done):
                journal.add(row)
                bar.advance(task)
        except KeyboardInterrupt:
            return True
    return False


def usual_path(asked: Tuning) -> Path:
    """Return the file of a tuning for which no file is named."""
    name = asked.game.name.replace(":", "-").replace(",", "-")
    digest = hashlib.sha256(repr(asked.weights.tolist()).encode()).hexdigest()[:8]
    judge = f"-judge-{asked.judge}" if asked.judge else ""
    return storage.saves_folder().parent / "tuning" / f"{name}-{asked.nodes}-{asked.seed}{judge}-{digest}.jsonl"


def _print(words: Words, found: Fit) -> None:
    _ = words._
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(_("feature"))
    for title in (_("weight"), _("fitted"), "±", _("worth")):
        table.add_column(title, justify="right", no_wrap=True)
    for one in found.worths:
        if not one.error:  # it never differed, in another game of the family, say
            continue
        table.add_row(_(one.name), f"{one.now:.4g}", f"{one.fitted:.4g}", f"{1.96 * one.error:.2g}", f"{one.gain:.2f}")
    Console(highlight=False, markup=False).print(table)
    print(
        _("{positions} positions of {games} games; squared error of the points {now}, fitted {fitted}.",
          positions=found.positions, games=found.games, now=f"{found.missed_now:.5f}", fitted=f"{found.missed:.5f}")
    )  # fmt: skip
    print(_("Worth: by how many thousandths that error grows without the feature, the others fitted anew."))


def write(asked: Tuning, found: Fit) -> None:
    """Put the fitted weights into the game's evaluate.py."""
    path = Path(asked.knowledge.__file__)
    text = path.read_text(encoding="utf-8")
    numbers = textwrap.fill(", ".join(f"{weight:.3g}" for weight in found.weights), WIDTH)
    wrapped = f"\n{textwrap.indent(numbers, '    ')},\n" if "\n" in numbers else numbers
    changed, times = _WEIGHTS.subn(f"WEIGHTS = np.array([{wrapped}])", text)
    if times != 1:
        raise BadTuning(str(path), Reason("NO_LINE", "", _NO_LINE, {"path": path}))
    storage.replace(path, changed)
