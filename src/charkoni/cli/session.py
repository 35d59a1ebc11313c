"""A game in progress: the record, the seats, the dice, and what is kept of it."""

from math import lcm

from charkoni.cli.seats import HUMAN, SEED, Seats, tags
from charkoni.cli.storage import Keeper
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import IllegalMove, Reason, mark
from charkoni.core.position import Position
from charkoni.core.random_numbers import below, seeded
from charkoni.core.record import Record
from charkoni.players import Computer, MctsPlayer, player
from charkoni.search.mcts.search import Budget, Finding

HINT = Budget(seconds=1.5)
CONTENT = 0.6
"""A computer agrees to a draw when its opponent can expect this share of the point, or more."""

_NO_UNDO = mark("there is no move of yours to take back")
_THROWN = mark("a throw cannot be taken back, nor what came before it")


class Session:
    """A game in progress; every change is kept in a file at once."""

    def __init__(self, record: Record, seats: Seats, seed: int, keeper: Keeper) -> None:
        self.record = record
        self.seats = seats
        self.seed = seed
        self.keeper = keeper
        self._computers: dict[int, Computer] = {}
        self._adviser = MctsPlayer(HINT, seed)
        self.record.tags |= tags(record.game, seats, seed)

    @property
    def turn(self) -> int:
        """The player who decides now, CHANCE or OVER."""
        return self.record.turn

    @property
    def is_human_turn(self) -> bool:
        """Whether a person has to type something now: a move, or a throw that people make."""
        if self.turn == CHANCE:
            return self.seats.dice == HUMAN
        return self.turn != OVER and self.seats.players[self.turn] == HUMAN

    @property
    def is_slow(self) -> bool:
        """Whether the computer whose turn it is takes time to think."""
        return self.seats.players[self.turn] != "random"

    def play(self, move: str) -> None:
        """Play a move and keep the game; raise BadMove or IllegalMove."""
        self.record.play(move)
        self.keeper.keep(self.record)

    def throw(self) -> str:
        """Throw the dice and return the throw; it depends on the seed and the number of the ply only."""
        position = self.record.position
        whole = lcm(*(odds.denominator for odds in position.odds))
        faces = [
            throw for throw, odds in zip(position.moves, position.odds, strict=True) for _ in range(int(odds * whole))
        ]
        throw = faces[int(below(seeded(self.seed, len(self.record)), whole))]
        self.play(throw)
        return throw

    def prepare(self) -> None:
        """Compile what the computers of this game need."""
        _ = self.record.position.moves
        for seat, name in enumerate(self.seats.players):
            if name != HUMAN:
                self._computer(seat).prepare(self.record.game)

    def reply(self) -> str:
        """Let the computer whose turn it is choose and play; return its move."""
        move = self._computer(self.turn).choose(self.record)
        self.play(move)
        return move

    def _computer(self, seat: int) -> Computer:
        if seat not in self._computers:
            self._computers[seat] = player(self.seats.players[seat], self.seed + 1 + seat)
        return self._computers[seat]

    def hint(self) -> Finding:
        """Return what a computer finds in this position."""
        return self._adviser.find(self.record)

    def wants_draw(self) -> bool:
        """Return whether the computers would agree to a draw that the player to move offers."""
        return self.record.game.players == 2 and self.hint().value >= CONTENT

    def undo(self) -> list[str]:
        """Take back all plies since the last decision of a person, and that one; return them; raise IllegalMove."""
        count = self._to_take_back()
        undone = [self.record.undo() for _ in range(count)]
        self.keeper.keep(self.record)
        return undone[::-1]

    def _to_take_back(self) -> int:
        positions = self.record.positions
        for count in range(1, len(positions)):
            turn = positions[-1 - count].turn
            if turn == CHANCE:
                raise IllegalMove("undo", Reason("THROWN", "", _THROWN))
            if self.seats.players[turn] == HUMAN:
                return count
        raise IllegalMove("undo", Reason("NOTHING_TO_UNDO", "", _NO_UNDO))

    def resign(self) -> None:
        """Let the player to move give up."""
        self.record.resign(self.turn)
        self.keeper.keep(self.record)

    def agree(self) -> None:
        """End the game as a draw by agreement."""
        self.record.agree()
        self.keeper.keep(self.record)

    def before_replies(self) -> Position | None:
        """Return the position in which a person decided last, or None."""
        positions = self.record.positions
        for position in reversed(positions[:-1]):
            if position.turn >= 0 and self.seats.players[position.turn] == HUMAN:
                return position
        return positions[0] if len(positions) > 1 else None


def seed_of(record: Record) -> int | None:
    """Return the seed that a record remembers, or None."""
    text = record.tags.get(SEED, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None
