"""All checks of the conformance kit by name, and `check_game`, which runs them on a game."""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from charkoni.check.checks import (
    board_checks,
    encoding_checks,
    move_checks,
    play_checks,
    result_checks,
    teaching_checks,
    text_checks,
)
from charkoni.check.report import Finding, Report, Trouble
from charkoni.check.sample import Check, Sample
from charkoni.check.variants import exempt
from charkoni.core.compiler import compiled
from charkoni.core.game import Game

GAMES_COMPILED = 12
GAMES_PLAIN = 2

CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "start": text_checks.start,
        "position-text": text_checks.position_text,
        "move-text": text_checks.move_text,
        "codes": move_checks.codes,
        "counted": move_checks.counted,
        "over": move_checks.over,
        "parent": move_checks.parent,
        "invariants": move_checks.invariants,
        "passing": move_checks.passing,
        "chance": move_checks.chance,
        "has-dice": move_checks.has_dice,
        "garbage": text_checks.garbage,
        "illegal": move_checks.illegal,
        "scores": result_checks.scores,
        "outcome-text": result_checks.outcome_text,
        "outcome-names": result_checks.outcome_names,
        "value": result_checks.value,
        "diagram": result_checks.diagram,
        "board": board_checks.board,
        "taps": board_checks.page_taps,
        "events": board_checks.events,
        "sentences": board_checks.sentences,
        "encoding-shape": encoding_checks.encoding_shape,
        "tap-codes": encoding_checks.tap_codes,
        "observations": encoding_checks.observations,
        "sides": encoding_checks.sides,
        "symmetries": encoding_checks.symmetries,
        "summary": teaching_checks.summary,
        "lessons": teaching_checks.lessons,
        "guide": teaching_checks.guide,
        "presentation": teaching_checks.presentation,
        "rule-page": teaching_checks.rule_page,
        "seed": play_checks.seed,
        "record": play_checks.record,
        "leaf-counts": play_checks.leaf_counts,
        "goldens": play_checks.goldens,
        "known-digest": play_checks.known_digest,
        "modes": play_checks.modes,
    }
)
"""All checks by name, in the order in which they run."""


def check_game(
    game: Game,
    *,
    games: int | None = None,
    seed: int = 0,
    only: Collection[str] | None = None,
    skip: Collection[str] = (),
) -> Report:
    """Run the checks on a game and return all findings; raise ValueError for an unknown name of a check.

    games: the number of random games in the sample, by default as many as take about a second.  seed: of these games.
    only, skip: names of `CHECKS` to run or to skip.  The `unchecked` checks of the game's catalog are skipped, too.
    """
    unknown = {*(only or ()), *skip} - {*CHECKS}
    if unknown:
        raise ValueError(f"no such checks: {', '.join(sorted(unknown))}; there are {', '.join(CHECKS)}")
    number = games if games is not None else GAMES_COMPILED if compiled() else GAMES_PLAIN
    sample = Sample(game, number, seed)
    left_out = {*skip, *exempt(game)}
    names = [name for name in CHECKS if name not in left_out and (only is None or name in only)]
    findings = [Finding(game.name, name, trouble) for name in names for trouble in _run(CHECKS[name], sample)]
    try:
        count = len(sample.positions)
    except Exception:  # the game cannot be played: every check has reported it
        count = 0
    return Report(game.name, tuple(names), tuple(findings), count)


def _run(check: Check, sample: Sample) -> Iterator[Trouble]:
    """Run one check; an exception becomes a finding."""
    try:
        yield from check(sample)
    except Exception as error:  # any exception that a game raises is a finding
        yield Trouble(f"raised {error!r}")
