"""`charkoni tune`: the weights of a game's evaluation, fitted to games of self-play."""

import hashlib
import re
import textwrap
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from charkoni.arena import tuning
from charkoni.arena.tuning import Fit, Tuning, fit
from charkoni.benchmarks.figures import machine
from charkoni.cli import inputs, records
from charkoni.cli.errors import bad_word
from charkoni.cli.exit_codes import CHECK_FAILED
from charkoni.cli.output import GAMES_KEPT, print_json, print_note, print_table, stopped
from charkoni.cli.parameters import AsJson, GameName, GamesFile, Processes, Ray, Seed, flag, option
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.files import atomic_files
from charkoni.core.files.journal import Journal, read_journal
from charkoni.core.translations import Words
from charkoni.core.workers import Runner, runner_of

LINE_WIDTH = 90  # of the numbers that are written into the sources
_WEIGHTS = re.compile(r"^WEIGHTS = np\.array\(\[[^\]]*\]\)", re.MULTILINE)

_NO_DICE = N_("turns are played at a glance in games with dice only, not in {game}; give it some --nodes")


@dataclass(frozen=True, slots=True)
class TuneOptions:
    """The arguments and options of `charkoni tune`.

    nodes: 0 for greedy turns without search.  judge: 0 for the result of the game instead of a search.
    """

    game: GameName
    games: Annotated[int, option("N", N_("how many games of self-play"), min=1, max=1_000_000)] = 400
    nodes: Annotated[
        int, option("N", N_("positions searched for each move; 0: turns are played at a glance"), min=0, max=10**9)
    ] = 400
    judge: Annotated[
        int, option("N", N_("positions searched for the worth of each; 0: ends count"), min=0, max=10**9)
    ] = 0
    seed: Seed = 1
    out: GamesFile = None
    also: Annotated[
        list[Path] | None, option("FILE", N_("games of an earlier tuning to include; a file named twice counts twice"))
    ] = None
    table: Annotated[bool, flag("--table", N_("print the worth of the weights without playing more games"))] = False
    write: Annotated[bool, flag("--write", N_("put the fitted weights into the game's evaluate.py"))] = False
    as_json: AsJson = False
    processes: Processes = 1
    ray: Ray = None


def tune(words: Words, options: TuneOptions) -> None:
    """Play games of self-play, fit the weights of a game to them, and print what each weight is worth.

    Ctrl-C stops the games before.
    """
    setup = Tuning(inputs.game(options.game), options.nodes, options.seed, options.judge)
    # A file of another game is refused before the first game; one that is named twice is read once and counts twice.
    also, runner = options.also or [], runner_of(options.processes, options.ray)
    kept = {path: read_journal(path, setup.rows_header(), tuning.NEEDED)[1] for path in dict.fromkeys(also)}
    if setup.nodes:
        path = options.out.expanduser() if options.out else usual_path(setup)
        rows, is_over = _kept_games(words, options, setup, path, runner)
        if not any(row["rows"] for row in rows):
            if options.table:
                raise bad_word(str(path), N_("there are no games to learn from yet; omit --table"))
            if is_over:
                print_note(words._("The games are too short to learn from."))
                raise typer.Exit(CHECK_FAILED)
            raise stopped(words, GAMES_KEPT)
    else:
        if not setup.game.has_dice:
            raise bad_word(options.game, _NO_DICE, game=setup.game.name)
        with progress_bar() as bar:  # without search games are fast to play, so no file keeps them
            games, is_over = setup.greedy_games(options.games, runner), True
            rows = list(bar.track(games, total=options.games, description=setup.game.name))
    result = fit(setup, [*rows, *(row for path in also for row in kept[path])])
    if options.as_json:
        print_json({"game": setup.game.name, **asdict(result), "weights": result.weights})
    else:
        _print(words, result)
    if not is_over:
        raise stopped(words, GAMES_KEPT)
    if options.write:
        write(setup, result)


def _kept_games(
    words: Words, options: TuneOptions, setup: Tuning, path: Path, runner: Runner
) -> tuple[list[tuning.Row], bool]:
    """Play the games that a file lacks; return all its games, and whether none is missing: Ctrl-C stops it before."""
    is_over = True
    with Journal(path, setup.header(), tuning.NEEDED, machine()) as journal:
        if not options.table:
            print_note(words._("The games are kept in {path}", path=path))
            done = [int(row["game"]) for row in journal.rows]
            with progress_bar() as bar:
                task = bar.add_task(setup.game.name, total=options.games, completed=len(done), already=len(done))
                try:
                    for row in setup.games(options.games, done, runner):
                        journal.add(row)
                        bar.advance(task)
                except KeyboardInterrupt:
                    is_over = False
        return sorted(journal.rows, key=lambda row: int(row["game"])), is_over


def usual_path(setup: Tuning) -> Path:
    """Return the file of a tuning for which no file is named."""
    name = setup.game.name.replace(":", "-").replace(",", "-")
    digest = hashlib.sha256(repr(setup.weights.tolist()).encode()).hexdigest()[:8]
    judge = f"-judge-{setup.judge}" if setup.judge else ""
    return records.saves_folder().parent / "tuning" / f"{name}-{setup.nodes}-{setup.seed}{judge}-{digest}.jsonl"


def _print(words: Words, result: Fit) -> None:
    _ = words._
    rows = (
        (_(worth.name), f"{worth.now:.4g}", f"{worth.fitted:.4g}", f"{1.96 * worth.error:.2g}", f"{worth.gain:.2f}")
        for worth in result.worths
        if worth.error  # else a feature of another variant: it is the same in all positions
    )
    print_table([_("feature"), _("weight"), _("fitted"), "±", _("worth")], rows)
    print(
        _("{positions} positions of {games} games; squared error of the points {now}, fitted {fitted}.",
          positions=result.positions, games=result.games, now=f"{result.missed_now:.5f}", fitted=f"{result.missed:.5f}")
    )  # fmt: skip
    print(_("Worth: growth of that error, in thousandths, without the feature and with the others refitted."))


def write(setup: Tuning, result: Fit) -> None:
    """Replace the weights in the game's evaluate.py by the fitted ones."""
    path = Path(setup.knowledge.__file__)
    text = path.read_text(encoding="utf-8")
    numbers = textwrap.fill(", ".join(f"{weight:.3g}" for weight in result.weights), LINE_WIDTH)
    wrapped = f"\n{textwrap.indent(numbers, '    ')},\n" if "\n" in numbers else numbers
    changed, times = _WEIGHTS.subn(f"WEIGHTS = np.array([{wrapped}])", text)
    if times != 1:
        raise bad_word(str(path), N_("the weights cannot be written into {path}"), path=path)
    atomic_files.replace(path, changed.encode())
