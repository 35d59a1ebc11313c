"""The state of a match in words: points, Elo, test, endings, times."""

import math
from collections.abc import Iterator
from fractions import Fraction

from charkoni.arena import MatchScore
from charkoni.core.translations import Words
from charkoni.games import names


def report(words: Words, score: MatchScore) -> list[str]:
    """Return the lines of the report; A is the first player, and every figure is from A's side."""
    _, match, estimate = words._, score.match, score.plain_estimate
    games = len(score.lines)
    wins, draws, losses = score.wins_draws_losses
    lines = [_("{game}: A is {a}, B is {b}; seed {seed}", game=match.game, a=match.a, b=match.b, seed=match.seed)]
    if not games:
        return [*lines, _("No set of games is complete yet.")]
    lines += [
        _("games: {games}, openings: {sets}; A won {wins}, shared {draws}, lost {losses}",
          games=games, sets=len(score.tally), wins=wins, draws=draws, losses=losses),
        _("A's points: {points} of {games} ({share}); shared games: {drawn}",
          points=points_text(score.points), games=games, share=words.percent(score.tally.mean, 1),
          drawn=words.percent(draws / games, 1)),
        _("A's lead: {elo} Elo, {sure} sure of {low} to {high}",
          elo=elo_text(estimate.elo), low=elo_text(estimate.low), high=elo_text(estimate.high),
          sure=words.percent(0.95)),
    ]  # fmt: skip
    if score.game.has_dice:
        adjusted = score.estimate
        lines.append(
            _("without the luck of the throws: {share} of the points; {elo} Elo, {sure} sure of {low} to {high}",
              share=words.percent(score.sets.mean, 1), elo=elo_text(adjusted.elo), low=elo_text(adjusted.low),
              high=elo_text(adjusted.high), sure=words.percent(0.95))
        )  # fmt: skip
    if score.games_per_set == 2:
        lines.append(_("pairs by A's points 0, 1/2, 1, 3/2, 2: {counts}", counts=" ".join(map(str, score.tally.pairs))))
    lines += [
        _("A in seat {seat}: {points} of {games}", seat=seat, points=points_text(points), games=count)
        for seat, (points, count) in score.by_seat().items()
    ]
    ends = ", ".join(
        f"{names.reason_name(words, score.game, reason)} {count}" for reason, count in score.reasons().items()
    )
    lines.append(_("ended by: {ends}", ends=ends))
    if score.truncated:
        lines.append(_("cut off as too long and counted as shared: {n}", n=score.truncated))
    return [*lines, *_of_player(words, score, "A"), *_of_player(words, score, "B"), *_test(words, score)]


def _of_player(words: Words, score: MatchScore, who: str) -> Iterator[str]:
    """Yield the lines about the times and failures of "A" or "B"."""
    slowest, late, in_games = score.clock(who)
    yield words._("{who}'s slowest move: {seconds} s; moves late by more than 50 ms: {late}, in games: {games}",
                  who=who, seconds=f"{slowest:.2f}", late=late, games=in_games)  # fmt: skip
    if faults := score.faults(who):
        yield words.ngettext("{who} failed in {n} game and lost it; first: {fault}",
                             "{who} failed in {n} games and lost them; first: {fault}",
                             len(faults), who=who, fault=faults[0].splitlines()[0])  # fmt: skip


def _test(words: Words, score: MatchScore) -> list[str]:
    """Return the line about the sequential test, if there is one."""
    test = score.match.sprt
    if not test:
        return []
    values = {"low": f"{test.low:g}", "high": f"{test.high:g}", "ratio": f"{test.ratio(score.sets):.2f}",
              "bound": f"{test.bound:.2f}"}  # fmt: skip
    verdict = {
        1: words._("decided: A's lead is rather {high} than {low}", **values),
        -1: words._("decided: A's lead is rather {low} than {high}", **values),
        0: words._("not decided"),
    }[score.verdict]
    line = words._("test of {low} against {high} Elo: LLR {ratio} (from -{bound} to {bound})", **values)
    return [f"{line}; {verdict}"]


def elo_text(elo: float) -> str:
    """Return a lead in Elo with its sign, ∞ where one side has all points."""
    if math.isinf(elo):
        return "∞" if elo > 0 else "-∞"
    return f"{elo:+.0f}"


def points_text(points: object) -> str:
    """Return points with at most four digits: 7, 7.5, 2.333."""
    return f"{float(Fraction(str(points))):.4g}"
