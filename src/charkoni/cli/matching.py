"""`charkoni match`: a measured match between two players."""

import hashlib
import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.progress import Progress, TaskID

from charkoni.arena import Contest, Ledger, Sprt, Standing, entrant, games_per_set, play, workers
from charkoni.arena.match import MOST_GAMES
from charkoni.arena.openings import NODES
from charkoni.benchmarks.figures import machine
from charkoni.cli import finding, names, storage
from charkoni.cli.progress import progress_bar
from charkoni.cli.words import Words
from charkoni.core.errors import BadText, Reason, mark
from charkoni.core.game import Game
from charkoni.players import BadPlayer

USUAL_GAMES = 100
INTERRUPTED = 130

_TWO_LENGTHS = mark("a match has a number of games or a test that ends it, not both; the most games of a test: --most")
_NO_TEST = mark("a test is two leads in Elo, the smaller first, as in {example}")
_MOST_ALONE = mark("--most goes with --sprt; without a test say --games")
_TWO_TIMES = mark("{player} has a budget of its own; leave it out, or leave out --time")
_NO_TIME = mark("neither player takes a budget")
_BAD_TIME = mark("a time is written as in {example}")


class BadMatch(BadText):
    """A match that cannot be played as asked."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks for."""

    a: str
    b: str
    game: str
    games: int | None = None
    sprt: str | None = None
    most: int | None = None
    time: str | None = None
    processes: int = 1
    seed: int = 1
    judge: int | None = None
    out: Path | None = None
    ray: str | None = None
    as_json: bool = False


def match(words: Words, wish: Wish) -> int:
    """Play a match, or go on with it, print how it stands, and return the exit code."""
    contest = contest_of(wish)
    path = wish.out.expanduser() if wish.out else usual_path(contest)
    runner = workers.here if wish.processes == 1 else workers.processes(wish.processes)
    if wish.ray is not None:
        runner = workers.ray(wish.ray, wish.processes)
    with Ledger(path, contest.header(), machine()) as ledger:
        _tell(words, contest, ledger)
        prepare(contest)
        stopped, standing = False, Standing(contest)
        with progress_bar() as bar:
            task = bar.add_task(contest.game, total=contest.sets * games_per_set(finding.game(contest.game)))

            def step(found: Standing) -> None:
                nonlocal standing
                standing = found
                _draw(bar, task, found)

            try:
                play(contest, runner, ledger, step)
            except KeyboardInterrupt:
                stopped = True
    print(json.dumps(standing.summary()) if wish.as_json else "\n".join(report(words, standing)))
    if stopped:
        print(words._("Stopped; all finished games are kept, and the same command goes on."), file=sys.stderr)
    return INTERRUPTED if stopped else 0


def prepare(contest: Contest) -> None:
    """Compile here what the processes need, so that each of them finds it in the cache."""
    for spec in (contest.a, contest.b):
        entrant(spec).prepare(finding.game(contest.game))


# --- what is asked for ------------------------------------------------------------------------------------------------


def contest_of(wish: Wish) -> Contest:
    """Return the match that a command line asks for; raise BadText."""
    game = finding.game(wish.game)
    sprt, games = _length(wish)
    a, b = players(wish.a, wish.b, wish.time)
    return Contest(game.name, a, b, whole_sets(game, games), wish.seed, sprt, judge=wish.judge or NODES)


def whole_sets(game: Game, games: int) -> int:
    """Return the number of games, rounded up to whole sets."""
    each = games_per_set(game)
    return -(-games // each) * each


def _length(wish: Wish) -> tuple[Sprt | None, int]:
    if wish.sprt is None:
        if wish.most is not None:
            raise BadMatch("--most", Reason("MOST_ALONE", "", _MOST_ALONE))
        return None, USUAL_GAMES if wish.games is None else wish.games
    if wish.games is not None:
        raise BadMatch("--sprt --games", Reason("TWO_LENGTHS", "", _TWO_LENGTHS))
    try:
        low, high = map(float, wish.sprt.split(","))
    except ValueError:
        low = high = math.nan
    if not -2000 <= low < high <= 2000:
        raise BadMatch(wish.sprt, Reason("NO_TEST", "", _NO_TEST, {"example": "--sprt 0,20"}))
    return Sprt(low, high), wish.most or MOST_GAMES


def players(a: str, b: str, time: str | None) -> tuple[str, str]:
    """Return both players, with the time of `--time` where they take one; raise BadText."""
    for spec in (a, b):
        entrant(spec)
    if time is None:
        return a, b
    for spec in (a, b):
        if ":" in spec:
            raise BadMatch(f"--time {time}", Reason("TWO_TIMES", "", _TWO_TIMES, {"player": spec}))
    if not time.rstrip("ms").replace(".", "", 1).isdigit() or not time.endswith("s"):
        raise BadMatch(f"--time {time}", Reason("BAD_TIME", "", _BAD_TIME, {"example": "--time 500ms, --time 2s"}))
    timed = tuple(f"{spec}:{time}" if _takes_time(f"{spec}:{time}") else spec for spec in (a, b))
    if timed == (a, b):
        raise BadMatch(f"--time {time}", Reason("NO_TIME", "", _NO_TIME))
    return timed[0], timed[1]


def _takes_time(spec: str) -> bool:
    """Return whether a player takes a budget; raise BadPlayer when it takes one but not this one."""
    try:
        entrant(spec)
    except BadPlayer as error:
        if error.reason.code == "BAD_BUDGET":
            raise
        return False
    return True


def usual_path(contest: Contest) -> Path:
    """Return the file of a match for which no file is named: the same for the same match."""
    digest = hashlib.sha256(json.dumps(contest.header(), sort_keys=True).encode()).hexdigest()[:12]
    name = contest.game.replace(":", "-").replace(",", "-")
    return storage.saves_folder().parent / "matches" / f"{name}-{digest}.jsonl"


# --- what is told -----------------------------------------------------------------------------------------------------


def _tell(words: Words, contest: Contest, ledger: Ledger) -> None:
    """Say where the games are kept, and what was found there."""
    if ledger.dropped:
        print(words._("The last line of {path} was half written and is dropped.", path=ledger.path), file=sys.stderr)
    if ledger.rows:
        found = words.ngettext("{n} game is in {path} already.", "{n} games are in {path} already.",
                               len(ledger.rows), path=ledger.path)  # fmt: skip
        print(found, file=sys.stderr)
    else:
        print(words._("The games are kept in {path}", path=ledger.path), file=sys.stderr)


def _draw(bar: Progress, task: TaskID, standing: Standing) -> None:
    found = standing.estimate
    said = f"{standing.contest.game}  A {_half(standing.points)}/{len(standing.lines)}  {_elo(found.elo)} Elo"
    if standing.contest.sprt:
        said += f"  LLR {standing.contest.sprt.ratio(standing.sets):.2f}"
    bar.update(task, completed=min(standing.games, int(bar.tasks[task].total or 0)), description=said)


def report(words: Words, standing: Standing) -> list[str]:
    """Return how a match stands, line by line."""
    _, contest, found = words._, standing.contest, standing.plain_estimate
    games = len(standing.lines)
    wins, draws, losses = standing.wins_draws_losses
    lines = [
        _("{game}: A is {a}, B is {b}; seed {seed}", game=contest.game, a=contest.a, b=contest.b, seed=contest.seed)
    ]
    if not games:
        return [*lines, _("No set of games is complete yet.")]
    lines += [
        _("games: {games}, from {sets} openings; A won {wins}, shared {draws}, lost {losses}",
          games=games, sets=len(standing.tally), wins=wins, draws=draws, losses=losses),
        _("A's points: {points} of {games} ({share}); shared games: {drawn}",
          points=_half(standing.points), games=games, share=words.percent(standing.tally.mean, 1),
          drawn=words.percent(draws / games, 1)),
        _("A's lead: {elo} Elo, {sure} sure of {low} to {high}",
          elo=_elo(found.elo), low=_elo(found.low), high=_elo(found.high), sure=words.percent(0.95)),
    ]  # fmt: skip
    if standing.has_luck:
        known = standing.estimate
        lines.append(
            _("without the luck of the throws: {share} of the points; {elo} Elo, {sure} sure of {low} to {high}",
              share=words.percent(standing.sets.mean, 1), elo=_elo(known.elo), low=_elo(known.low),
              high=_elo(known.high), sure=words.percent(0.95))
        )  # fmt: skip
    if standing.games_per_set == 2:
        lines.append(
            _("pairs by A's points 0, 1/2, 1, 3/2, 2: {counts}", counts=" ".join(map(str, standing.tally.pairs)))
        )
    lines += [
        _("A in seat {seat}: {points} of {games}", seat=seat, points=_half(points), games=count)
        for seat, (points, count) in standing.by_seat().items()
    ]
    ends = ", ".join(f"{names.reason_name(words, reason)} {count}" for reason, count in standing.reasons().items())
    lines.append(_("ended by: {ends}", ends=ends))
    if standing.truncated:
        lines.append(_("cut off as too long and counted as shared: {n}", n=standing.truncated))
    for who in "AB":
        slowest, late, in_games = standing.clock(who)
        lines.append(_("{who}'s slowest move: {seconds} s; late by more than 50 ms: {late} moves, in {games} games",
                       who=who, seconds=f"{slowest:.2f}", late=late, games=in_games))  # fmt: skip
    return lines + _test(words, standing)


def _test(words: Words, standing: Standing) -> list[str]:
    test = standing.contest.sprt
    if not test:
        return []
    values = {"low": f"{test.low:g}", "high": f"{test.high:g}", "ratio": f"{test.ratio(standing.sets):.2f}",
              "bound": f"{test.bound:.2f}"}  # fmt: skip
    verdict = {
        1: words._("decided: A's lead is rather {high} than {low}", **values),
        -1: words._("decided: A's lead is rather {low} than {high}", **values),
        0: words._("not decided"),
    }[standing.verdict]
    said = words._("test of {low} against {high} Elo: LLR {ratio} (from -{bound} to {bound})", **values)
    return [f"{said}; {verdict}"]


def _elo(elo: float) -> str:
    if math.isinf(elo):
        return "∞" if elo > 0 else "-∞"
    return f"{elo:+.0f}"


def _half(points: object) -> str:
    """Return points as people write them: 7, 7.5, 2.33."""
    return f"{float(str(points)) if '/' not in str(points) else _ratio(str(points)):.4g}"


def _ratio(text: str) -> float:
    above, below = text.split("/")
    return int(above) / int(below)
