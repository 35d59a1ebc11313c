"""`charkoni match`: a measured match between two players."""

import hashlib
import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.progress import Progress, TaskID

from charkoni.arena import Match, MatchFile, MatchScore, Sprt, contestant, games_per_set, play, workers
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
    match = match_of(wish)
    path = wish.out.expanduser() if wish.out else usual_path(match)
    runner = workers.play_here if wish.processes == 1 else workers.ProcessRunner(wish.processes)
    if wish.ray is not None:
        runner = workers.RayRunner(wish.ray, wish.processes)
    with MatchFile(path, match.header(), machine()) as match_file:
        _tell(words, match, match_file)
        prepare(match)
        stopped, match_score = False, MatchScore(match)
        with progress_bar() as bar:
            task = bar.add_task(match.game, total=match.sets * games_per_set(finding.game(match.game)))

            def step(found: MatchScore) -> None:
                nonlocal match_score
                match_score = found
                _draw(bar, task, found)

            try:
                play(match, runner, match_file, step)
            except KeyboardInterrupt:
                stopped = True
    print(json.dumps(match_score.summary()) if wish.as_json else "\n".join(report(words, match_score)))
    if stopped:
        print(words._("Stopped; all finished games are kept, and the same command goes on."), file=sys.stderr)
    return INTERRUPTED if stopped else 0


def prepare(match: Match) -> None:
    """Compile here what the processes need, so that each of them finds it in the cache."""
    for spec in (match.a, match.b):
        contestant(spec).prepare(finding.game(match.game))


# --- what is asked for ------------------------------------------------------------------------------------------------


def match_of(wish: Wish) -> Match:
    """Return the match that a command line asks for; raise BadText."""
    game = finding.game(wish.game)
    sprt, games = _length(wish)
    a, b = players(wish.a, wish.b, wish.time)
    return Match(game.name, a, b, whole_sets(game, games), wish.seed, sprt, judge=wish.judge or NODES)


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
        contestant(spec)
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
        contestant(spec)
    except BadPlayer as error:
        if error.reason.code == "BAD_BUDGET":
            raise
        return False
    return True


def usual_path(match: Match) -> Path:
    """Return the file of a match for which no file is named: the same for the same match."""
    digest = hashlib.sha256(json.dumps(match.header(), sort_keys=True).encode()).hexdigest()[:12]
    name = match.game.replace(":", "-").replace(",", "-")
    return storage.saves_folder().parent / "matches" / f"{name}-{digest}.jsonl"


# --- what is told -----------------------------------------------------------------------------------------------------


def _tell(words: Words, match: Match, match_file: MatchFile) -> None:
    """Say where the games are kept, and what was found there."""
    if match_file.dropped:
        print(
            words._("The last line of {path} was half written and is dropped.", path=match_file.path), file=sys.stderr
        )
    if match_file.rows:
        found = words.ngettext("{n} game is in {path} already.", "{n} games are in {path} already.",
                               len(match_file.rows), path=match_file.path)  # fmt: skip
        print(found, file=sys.stderr)
    else:
        print(words._("The games are kept in {path}", path=match_file.path), file=sys.stderr)


def _draw(bar: Progress, task: TaskID, match_score: MatchScore) -> None:
    found = match_score.estimate
    said = f"{match_score.match.game}  A {_half(match_score.points)}/{len(match_score.lines)}  {_elo(found.elo)} Elo"
    if match_score.match.sprt:
        said += f"  LLR {match_score.match.sprt.ratio(match_score.sets):.2f}"
    bar.update(task, completed=min(match_score.games, int(bar.tasks[task].total or 0)), description=said)


def report(words: Words, match_score: MatchScore) -> list[str]:
    """Return how a match stands, line by line."""
    _, match, found = words._, match_score.match, match_score.plain_estimate
    games = len(match_score.lines)
    wins, draws, losses = match_score.wins_draws_losses
    lines = [_("{game}: A is {a}, B is {b}; seed {seed}", game=match.game, a=match.a, b=match.b, seed=match.seed)]
    if not games:
        return [*lines, _("No set of games is complete yet.")]
    lines += [
        _("games: {games}, from {sets} openings; A won {wins}, shared {draws}, lost {losses}",
          games=games, sets=len(match_score.tally), wins=wins, draws=draws, losses=losses),
        _("A's points: {points} of {games} ({share}); shared games: {drawn}",
          points=_half(match_score.points), games=games, share=words.percent(match_score.tally.mean, 1),
          drawn=words.percent(draws / games, 1)),
        _("A's lead: {elo} Elo, {sure} sure of {low} to {high}",
          elo=_elo(found.elo), low=_elo(found.low), high=_elo(found.high), sure=words.percent(0.95)),
    ]  # fmt: skip
    if match_score.has_luck:
        known = match_score.estimate
        lines.append(
            _("without the luck of the throws: {share} of the points; {elo} Elo, {sure} sure of {low} to {high}",
              share=words.percent(match_score.sets.mean, 1), elo=_elo(known.elo), low=_elo(known.low),
              high=_elo(known.high), sure=words.percent(0.95))
        )  # fmt: skip
    if match_score.games_per_set == 2:
        lines.append(
            _("pairs by A's points 0, 1/2, 1, 3/2, 2: {counts}", counts=" ".join(map(str, match_score.tally.pairs)))
        )
    lines += [
        _("A in seat {seat}: {points} of {games}", seat=seat, points=_half(points), games=count)
        for seat, (points, count) in match_score.by_seat().items()
    ]
    ends = ", ".join(f"{names.reason_name(words, reason)} {count}" for reason, count in match_score.reasons().items())
    lines.append(_("ended by: {ends}", ends=ends))
    if match_score.truncated:
        lines.append(_("cut off as too long and counted as shared: {n}", n=match_score.truncated))
    for who in "AB":
        slowest, late, in_games = match_score.clock(who)
        lines.append(_("{who}'s slowest move: {seconds} s; late by more than 50 ms: {late} moves, in {games} games",
                       who=who, seconds=f"{slowest:.2f}", late=late, games=in_games))  # fmt: skip
    return lines + _test(words, match_score)


def _test(words: Words, match_score: MatchScore) -> list[str]:
    test = match_score.match.sprt
    if not test:
        return []
    values = {"low": f"{test.low:g}", "high": f"{test.high:g}", "ratio": f"{test.ratio(match_score.sets):.2f}",
              "bound": f"{test.bound:.2f}"}  # fmt: skip
    verdict = {
        1: words._("decided: A's lead is rather {high} than {low}", **values),
        -1: words._("decided: A's lead is rather {low} than {high}", **values),
        0: words._("not decided"),
    }[match_score.verdict]
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
