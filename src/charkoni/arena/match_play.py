"""Playing a match: games come in, are kept, and count, until it is decided."""

import contextlib
from collections.abc import Callable

from charkoni.arena.match import Contest, Standing
from charkoni.arena.match_file import Ledger
from charkoni.arena.workers import Runner


def play(
    contest: Contest,
    runner: Runner,
    ledger: Ledger | None = None,
    progress: Callable[[Standing], None] = lambda standing: None,
) -> Standing:
    """Play what is still to be played and return how the match stands.

    Each game is in the ledger before it counts.  Stopped by an exception (Ctrl-C), all finished games are kept, and
    the same call goes on.
    """
    standing = Standing(contest, ledger.rows if ledger else ())
    progress(standing)
    if standing.is_decided:
        return standing
    done = [line["game"] for line in ledger.rows] if ledger else ()
    with contextlib.closing(runner(contest.tasks(done))) as lines:
        for line in lines:
            if ledger:
                ledger.add(line)
            standing.add(line)
            progress(standing)
            if standing.is_decided:
                break
    return standing
