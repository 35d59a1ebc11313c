"""Ladders: ratings of many players of a game from matches between neighbours."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from charkoni.arena.match import Match, games_per_set
from charkoni.arena.match_score import MatchScore
from charkoni.arena.statistics import Estimate, StopInterval, ratings_of
from charkoni.core.registry import named

ANCHOR = "random"
REACH = 2
"""Players at most so many rungs apart play each other."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A measurement of players, ordered from the expected weakest.

    games: the maximum of each match.  reach: the largest distance of opponents in rungs.  within: an interval that ends
    a match early.
    """

    game: str
    players: tuple[str, ...]
    games: int
    seed: int = 1
    reach: int = REACH
    within: StopInterval | None = None

    def matches(self) -> Iterator[Match]:
        """Yield the matches, the stronger player first."""
        for reach in range(1, self.reach + 1):
            for low, high in zip(self.players, self.players[reach:], strict=False):
                yield Match(self.game, high, low, self.games, self.seed, within=self.within)


@dataclass(frozen=True, slots=True)
class LadderEntry:
    """A player of the ladder.  step: its lead over the player below in their match, None for the lowest."""

    player: str
    rating: Estimate
    games: int
    step: Estimate | None


def rungs(ladder: Ladder, match_scores: Sequence[MatchScore]) -> list[LadderEntry]:
    """Return the players with their ratings; the anchor has 0."""
    each = games_per_set(named(ladder.game))
    scores = {(one.match.a, one.match.b): one.sets.scores for one in match_scores if one.lines}
    anchor = ANCHOR if ANCHOR in ladder.players else ladder.players[0]
    ratings = ratings_of(scores, anchor, each)
    played = Counter[str]()
    for one in match_scores:
        played.update({one.match.a: len(one.lines), one.match.b: len(one.lines)})
    steps = {(one.match.a, one.match.b): one.estimate for one in match_scores if one.lines}
    below: Mapping[str, str] = dict(zip(ladder.players[1:], ladder.players, strict=False))
    return [
        LadderEntry(name, ratings[name], played[name], steps.get((name, below.get(name, ""))))
        for name in ladder.players
        if name in ratings
    ]


# --- the page ---------------------------------------------------------------------------------------------------------


def section(ladder: Ladder, rungs: Sequence[LadderEntry], files: Sequence[Mapping[str, object]], command: str) -> str:
    """Return the ladder as a section of docs/strength.md.  files: the first lines of the matches' files."""
    luck = "; without the luck of the throws" if named(ladder.game).has_dice else ""
    lines = [
        f"`{command}`  ",
        f"{_begun(files)}{_length(ladder)}, seed {ladder.seed}{luck}.",
        "",
        "| player | Elo | 95 % | games | above the one below |",
        "|---|---|---|---|---|",
    ]
    for rung in rungs:
        rating = rung.rating
        lines.append(
            f"| `{rung.player}` | {rating.elo:.0f} | {rating.low:.0f} to {rating.high:.0f} | {rung.games} |"
            f" {_step(rung.step)} |"
        )
    return "\n".join(lines)


def _begun(files: Sequence[Mapping[str, object]]) -> str:
    """Return the dates, machines and versions of the matches in words, "" without matches."""
    if not files:
        return ""
    days = sorted({str(file["date"])[:10] for file in files})
    machines = sorted({f"{file['processor']}, {file['cores']} cores, charkoni {file['charkoni']}" for file in files})
    return f"{' to '.join(dict.fromkeys([*days[:1], *days[-1:]]))}, {' and '.join(machines)}; "


def _length(ladder: Ladder) -> str:
    """Return the number of games in words."""
    who = "neighbours" if ladder.reach == 1 else f"each two that are at most {ladder.reach} rungs apart"
    if ladder.within is None:
        return f"{ladder.games} games for {who}"
    low, high = ladder.within.low, ladder.within.high
    return (
        f"at most {ladder.games} games for {who}, fewer where the 95 % interval of the lead lies between {low:g} and "
        f"{high:g} or beyond one of them"
    )


def _step(step: Estimate | None) -> str:
    if step is None:
        return ""
    if step.elo in (float("inf"), float("-inf")):
        return f"won all (over {step.low:.0f})" if step.elo > 0 else "lost all"
    low, high = ("∞" if abs(end) == float("inf") else f"{end:+.0f}" for end in (step.low, step.high))
    return f"{step.elo:+.0f} ({low} to {high})"


def inserted(page: str, game: str, content: str) -> str:
    """Return a page with the section of a game replaced, or added at the end.

    A section is enclosed by the lines `<!-- ladder GAME -->` and `<!-- end GAME -->`.
    """
    first, last = f"<!-- ladder {game} -->", f"<!-- end {game} -->"
    block = f"{first}\n{content}\n{last}"
    before, opening, rest = page.partition(first)
    if not opening:
        return f"{page.rstrip()}\n\n### {game}\n\n{block}\n"
    _, closed, after = rest.partition(last)
    if not closed:
        raise ValueError(f"the page has a line {first} without {last}")
    return before + block + after
