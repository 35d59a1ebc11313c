"""The input of pairing, checker and tie-breaks: players by pairing number with their rounds, sides and marks.

Points are integers of half points.  Numbers are pairing numbers 1 ... N.  A mark is a letter of a report file:

    1 = 0      a game at the board            U    pairing-allocated bye
    W D L      an unrated game                H    requested half-point bye
    + -        a forfeit                      F Z  full-point bye, announced absence
"""

from collections.abc import Iterator
from dataclasses import dataclass

from charkoni.tournament.model.event import VirtualPoints
from charkoni.tournament.model.settings import USUAL_POINTS, Points

PLAYED = frozenset("1=0WDL")
FORFEITS = frozenset("+-")
BYES = frozenset("UHFZ")
MARKS = PLAYED | FORFEITS | BYES
OTHER_SIDE = {"w": "b", "b": "w"}


@dataclass(frozen=True, slots=True)
class Slot:
    """A player in a round.  opponent: number, 0 for none.  side: w (first), b (second) or -.  mark: see the module.

    games: half points of a team on its boards.
    """

    opponent: int = 0
    side: str = "-"
    mark: str = "Z"
    games: int = 0

    @property
    def is_played(self) -> bool:
        """Whether a game was played at the board."""
        return self.mark in PLAYED and self.opponent > 0


ABSENT = Slot()


@dataclass(frozen=True, slots=True)
class Player:
    """A player.  slots: one for each round so far.  absent: H, F or Z if not to be paired now, else empty."""

    number: int
    slots: tuple[Slot, ...] = ()
    rating: int = 0
    absent: str = ""

    def sides(self) -> str:
        """Return the sides of the games played, in order: `wbw`."""
        return "".join(slot.side for slot in self.slots if slot.is_played)

    def met(self) -> frozenset[int]:
        """Return the opponents of the games at the board."""
        return frozenset(slot.opponent for slot in self.slots if slot.is_played)


@dataclass(frozen=True, slots=True)
class ForbiddenPairs:
    """Players who must not meet in rounds `first` ... `last`."""

    first: int
    last: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PairingInput:
    """All players before a round: the input of a pairing.

    players: by number, 1 ... N.  rounds: of the whole tournament.  initial: side of number 1 in round 1, w or b.
    team_boards: on which two teams meet, 0 for players.  wanted: on a ladder, (challenged, challenger).
    """

    players: tuple[Player, ...]
    rounds: int
    initial: str = "w"
    points: Points = USUAL_POINTS
    forbidden: tuple[ForbiddenPairs, ...] = ()
    boosts: tuple[VirtualPoints, ...] = ()
    team_boards: int = 0
    wanted: tuple[tuple[int, int], ...] = ()

    @property
    def done(self) -> int:
        """The number of rounds played."""
        return max((len(player.slots) for player in self.players), default=0)

    def player(self, number: int) -> Player:
        """Return the player of a number."""
        return self.players[number - 1]

    def present(self) -> Iterator[Player]:
        """Iterate over the players to be paired."""
        return (player for player in self.players if not player.absent)

    def score(self, player: Player, upto: int | None = None) -> int:
        """Return the half points of a player after `upto` rounds, after all by default."""
        return sum(self.points.of(slot.mark) for slot in player.slots[:upto])

    def virtual(self, number: int, round_: int) -> int:
        """Return the virtual half points of a player in a round."""
        return sum(
            boost.points
            for boost in self.boosts
            if boost.first <= round_ <= boost.last and boost.low <= number <= boost.high
        )

    def forbidden_opponents(self, round_: int) -> dict[int, set[int]]:
        """Return the forbidden opponents in a round, by number."""
        pairs: dict[int, set[int]] = {}
        for group in self.forbidden:
            if group.first <= round_ <= group.last:
                for number in group.numbers:
                    pairs.setdefault(number, set()).update(other for other in group.numbers if other != number)
        return pairs

    def boards(self, round_: int) -> list[tuple[int, int]]:
        """Return the boards of a round: (first, second), and (number, 0) for the bye."""
        boards = []
        for player in self.players:
            slot = player.slots[round_ - 1] if len(player.slots) >= round_ else ABSENT
            if slot.opponent and slot.side == "w":
                boards.append((player.number, slot.opponent))
            elif slot.mark == "U":
                boards.append((player.number, 0))
        return boards


def upper_half(count: int) -> int:
    """Return the number of the last player of the upper group: half of them, rounded up to an even number."""
    return 2 * -(-count // 4)


def baku(top: int, rounds: int, win: int) -> tuple[VirtualPoints, ...]:
    """Return the Baku acceleration: a win for the upper group in the first half of the accelerated rounds, then half.

    top: the last number of the upper group.  Half of the rounds, rounded up, are accelerated.  Source: FIDE C.04.5.1.
    """
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    boosts = [VirtualPoints(1, full, 1, top, win)]
    if accelerated > full:
        boosts.append(VirtualPoints(full + 1, accelerated, 1, top, win // 2))
    return tuple(boosts)


def in_board_order(pairing_input: PairingInput, boards: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return boards in their order: by the higher pairing score, their sum, the lower number; the bye last (P7)."""
    round_ = pairing_input.done + 1
    scores = {
        p.number: pairing_input.score(p) + pairing_input.virtual(p.number, round_) for p in pairing_input.players
    } | {0: -1}

    def key(board: tuple[int, int]) -> tuple[bool, int, int, int]:
        a, b = board
        return b == 0, -max(scores[a], scores[b]), -(scores[a] + scores[b]), min(a, b)

    return sorted(boards, key=key)
