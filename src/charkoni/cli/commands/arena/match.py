"""`charkoni match`: a measured match between two players."""

import hashlib
import json
import math
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

from rich.progress import Progress, TaskID

from charkoni.arena import Match, MatchFile, MatchScore, Sprt, contestant, games_per_set, play
from charkoni.arena.contestants import is_third_party, takes_budget
from charkoni.arena.match import MOST_GAMES
from charkoni.arena.openings import NODES
from charkoni.benchmarks.figures import machine
from charkoni.cli import inputs, records
from charkoni.cli.commands.arena.match_report import elo_text, points_text, report
from charkoni.cli.completion import complete_game, complete_player
from charkoni.cli.errors import bad_word
from charkoni.cli.output import GAMES_KEPT, print_dropped, print_json, print_note, stopped
from charkoni.cli.parameters import AsJson, GamesFile, Processes, Ray, Seed, argument, flag, option
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.game import Game
from charkoni.core.translations import Words
from charkoni.core.workers import DeferredInterrupt, runner_of
from charkoni.games import NAME_HELP
from charkoni.players import BadPlayer
from charkoni.players.opening_book import opening_book

USUAL_GAMES = 100

_TWO_LENGTHS = N_("a match has a number of games or a test that ends it, not both; the most games of a test: --most")
_NO_TEST = N_("a test is two leads in Elo, the smaller first, as in {example}")


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The arguments and options of `charkoni match`."""

    a: Annotated[str, argument("A", N_("a player: random, mcts:2s, mcts:10000, level=5"), completion=complete_player)]
    b: Annotated[str, argument("B", N_("the other player"), completion=complete_player)]
    game: Annotated[str, option("GAME", NAME_HELP, completion=complete_game)]
    games: Annotated[int | None, option("N", N_("how many games; usually 100"), min=1, max=1_000_000)] = None
    sprt: Annotated[str | None, option("LOW,HIGH", N_("play until one of two leads in Elo is refuted"))] = None
    most: Annotated[int | None, option("N", N_("the most games of a test"), min=1, max=1_000_000)] = None
    time: Annotated[str | None, option("TIME", N_("time per move of both players: 500ms, 2s"))] = None
    processes: Processes = 1
    seed: Seed = 1
    judge: Annotated[
        int | None,
        option(
            "N", N_("positions searched to decide whether an opening is balanced; default: 30000"), min=1, max=10**9
        ),
    ] = None
    book: Annotated[bool, flag("--book", N_("start from the balanced openings of the game's book, each once"))] = False
    out: GamesFile = None
    ray: Ray = None
    as_json: AsJson = False


def match(words: Words, options: MatchOptions) -> None:
    """Play or resume a match, and print its state; Ctrl-C stops it before."""
    match = match_of(options)
    path = options.out.expanduser() if options.out else usual_path(match)
    runner = runner_of(options.processes, options.ray)
    with MatchFile(path, match.header(), machine()) as match_file:
        print_dropped(words, match_file)
        count, path = len(match_file.rows), match_file.path
        kept = words.ngettext("{n} game is in {path} already.", "{n} games are in {path} already.", count, path=path)
        print_note(kept if count else words._("The games are kept in {path}", path=path))
        prepare(match)
        states, is_over = [MatchScore(match)], True
        with progress_bar() as bar:
            already = len(match_file.rows)
            task = bar.add_task(match.game, total=match.sets * games_per_set(inputs.game(match.game)), already=already)
            try:
                play(match, runner, match_file, partial(_update, bar, task, states))
            except KeyboardInterrupt:
                is_over = False
    if options.as_json:
        print_json(states[-1].summary())
    else:
        print("\n".join(report(words, states[-1])))
    if not is_over:
        raise stopped(words, GAMES_KEPT)


def prepare(match: Match) -> None:
    """Compile the kernels of both players, so that all processes load them from the cache.

    Ctrl-C takes effect after a player is compiled: the compiler would swallow the exception.
    """
    for spec in (match.a, match.b):
        with DeferredInterrupt():
            one = contestant(spec)
            if not is_third_party(spec):
                one.prepare(inputs.game(match.game))  # type: ignore[attr-defined]


def match_of(options: MatchOptions) -> Match:
    """Return the match of the options; raise BadText."""
    game = inputs.game(options.game)
    sprt, games = _length(options)
    a, b = players(options.a, options.b, options.time)
    if options.book:
        games = _within_book(game, options, games)
    return Match(
        game.name,
        a,
        b,
        whole_sets(game, games),
        options.seed,
        sprt,
        judge=options.judge or NODES,
        has_book=options.book,
    )


def _within_book(game: Game, options: MatchOptions, games: int) -> int:
    """Return the number of games, without one asked for as many as the book allows; raise BadWord for more."""
    most = len(opening_book(game)) * games_per_set(game)
    if options.judge is not None:
        raise bad_word("--book --judge", N_("openings come from the book or are judged by a search, not both"))
    if most == 0:
        raise bad_word(game.name, N_("this game has no book of openings"))
    if games > most and (options.games or options.most):
        raise bad_word(str(games), N_("the openings of the book are enough for {most} games"), most=most)
    return min(games, most)


def whole_sets(game: Game, games: int) -> int:
    """Return the number of games, rounded up to whole sets."""
    each = games_per_set(game)
    return -(-games // each) * each


def _length(options: MatchOptions) -> tuple[Sprt | None, int]:
    """Return the sequential test of the match, if there is one, and its number of games or, with a test, the most."""
    if options.sprt is None:
        if options.most is not None:
            raise bad_word("--most", N_("--most goes with --sprt; without a test say --games"))
        return None, USUAL_GAMES if options.games is None else options.games
    if options.games is not None:
        raise bad_word("--sprt --games", _TWO_LENGTHS)
    return Sprt(*leads(options.sprt, _NO_TEST, "--sprt 0,20")), options.most or MOST_GAMES


def leads(text: str, template: str, example: str) -> tuple[float, float]:
    """Return two leads in Elo, the smaller first; raise BadWord, whose sentence is the template with an example."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = math.nan
    if not -2000 <= low < high <= 2000:
        raise bad_word(text, template, example=example)
    return low, high


def players(a: str, b: str, time: str | None) -> tuple[str, str]:
    """Return both players, with the budget of `--time` where they take one; raise BadText."""
    for spec in (a, b):
        contestant(spec)
    if time is None:
        return a, b
    for spec in (a, b):
        if ":" in spec and not takes_budget(spec):
            raise bad_word(f"--time {time}", N_("{player} already has a budget; omit it, or omit --time"), player=spec)
    if not time.rstrip("ms").replace(".", "", 1).isdigit() or not time.endswith("s"):
        raise bad_word(f"--time {time}", N_("a time is written as in {example}"), example="--time 500ms, --time 2s")
    timed = tuple(f"{spec}:{time}" if _takes_time(f"{spec}:{time}") else spec for spec in (a, b))
    if timed == (a, b):
        raise bad_word(f"--time {time}", N_("neither player accepts a budget"))
    return timed[0], timed[1]


def _takes_time(spec: str) -> bool:
    """Return whether a player takes a budget; raise BadPlayer for a bad budget."""
    try:
        contestant(spec)
    except BadPlayer as error:
        if error.reason.code == "BAD_BUDGET":
            raise
        return False
    return True


def usual_path(match: Match) -> Path:
    """Return the file of a match for which no file is named; the same match has the same file."""
    digest = hashlib.sha256(json.dumps(match.header(), sort_keys=True).encode()).hexdigest()[:12]
    name = match.game.replace(":", "-").replace(",", "-")
    return records.saves_folder().parent / "matches" / f"{name}-{digest}.jsonl"


def _update(bar: Progress, task: TaskID, states: list[MatchScore], score: MatchScore) -> None:
    """Add a new state of the match, and show it in the progress bar."""
    states.append(score)
    elo = elo_text(score.estimate.elo)
    line = f"{score.match.game}  A {points_text(score.points)}/{len(score.lines)}  {elo} Elo"
    if score.match.sprt:
        line += f"  LLR {score.match.sprt.ratio(score.sets):.2f}"
    bar.update(task, completed=min(score.games, int(bar.tasks[task].total or 0)), description=line)
