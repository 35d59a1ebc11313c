"""Runs a match: each finished game is written to the match file and added to the score, until the match is decided."""

import contextlib
from collections.abc import Callable

from charkoni.arena.game import play_game
from charkoni.arena.match import Match
from charkoni.arena.match_file import MatchFile
from charkoni.arena.match_score import MatchScore
from charkoni.core.workers import Runner


def play(
    match: Match,
    runner: Runner,
    match_file: MatchFile | None = None,
    progress: Callable[[MatchScore], None] = lambda match_score: None,
) -> MatchScore:
    """Play the games missing in the match file and return the score.

    match_file: every game is written to it before it counts; None writes nothing.  progress: called with the score
    before the first game and after each.  After an exception (Ctrl-C) all finished games are in the file, and the same
    call resumes.
    """
    match_score = MatchScore(match, match_file.rows if match_file else ())
    progress(match_score)
    if match_score.is_decided:
        return match_score
    done = [line["game"] for line in match_file.rows] if match_file else ()
    with contextlib.closing(runner(play_game, match.tasks(done))) as lines:
        for line in lines:
            if match_file:
                match_file.add(line)
            match_score.add(line)
            progress(match_score)
            if match_score.is_decided:
                break
    return match_score
