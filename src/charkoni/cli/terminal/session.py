"""A game in progress: the record, the seat assignment, the dice, the computers, and the file."""

from collections.abc import Sequence
from dataclasses import replace

from charkoni.cli.records import Autosave
from charkoni.cli.terminal.computers import Computers
from charkoni.cli.terminal.seats import HUMAN, SEED, SeatAssignment, tags
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import N_, IllegalMove, Reason
from charkoni.core.game import Position
from charkoni.core.random_numbers import place_by_odds, seeded
from charkoni.core.record import Record
from charkoni.games.match_format import FORMATS, MatchState, side_points
from charkoni.search import Choice

DRAW_ACCEPTED = 0.6
"""The least expected share of the point of its opponent at which a computer accepts a draw."""

_THROWN = N_("a throw cannot be taken back, nor what came before it")


class Session:
    """A game in progress; its file is written after every change."""

    def __init__(
        self,
        record: Record,
        seats: SeatAssignment,
        seed: int,
        autosave: Autosave,
        match: MatchState | None = None,
        computers: Computers | None = None,
    ) -> None:
        """match: before this game, None for a single one.  computers: by default those of this process."""
        self.record = record
        self.seats = seats
        self.seed = seed
        self.autosave = autosave
        self.match = match
        self.computers = computers or Computers()
        self.record.tags |= tags(record.game, seats, seed)
        if match:
            self.record.tags |= {"Sets": str(match.format.sets), "Set": str(match.game)}

    @property
    def turn(self) -> int:
        """The player to move, CHANCE or OVER."""
        return self.record.turn

    @property
    def is_human_turn(self) -> bool:
        """Whether a person types next: a move, or a throw of real dice."""
        if self.turn == CHANCE:
            return self.seats.dice == HUMAN
        return self.turn != OVER and self.seats.players[self.turn] == HUMAN

    @property
    def is_slow(self) -> bool:
        """Whether the computer to move searches, which takes time."""
        return self.seats.players[self.turn] != "random"

    @property
    def match_points(self) -> tuple[int, int]:
        """The half points of both sides in the match, with this game if it is over."""
        assert self.match is not None
        outcome = self.record.outcome
        points = side_points(self.record.game.sides, outcome.scores) if outcome else (0, 0)
        return self.match.points_after(*points)

    def next_set(self) -> "Session | None":
        """Save the score of the match, and return the session of its next set; None when there is none."""
        outcome, match = self.record.outcome, self.match
        if outcome is None or match is None:
            return None
        self.record.tags["Score"] = ":".join(f"{half / 2:g}" for half in self.match_points)
        self.autosave.finish_set(self.record)
        following = match.following(*side_points(self.record.game.sides, outcome.scores))
        if following is None:
            return None
        players = self.seats.players
        seats = replace(self.seats, players=(*players[1:], players[0]))
        start = self.record.start if self.record.start != self.record.game.start() else None
        record, seed = Record(self.record.game, start), self.seed + match.game
        return Session(record, seats, seed, self.autosave, following, self.computers)

    def play(self, move: str) -> None:
        """Play a move and save the game; raise BadMove or IllegalMove."""
        self.record.play(move)
        self.autosave.save(self.record)

    def throw(self) -> str:
        """Throw the dice and return the throw, a function of the seed and the ply."""
        position = self.record.position
        throw = position.moves[place_by_odds(seeded(self.seed, len(self.record)), position.odds)]
        self.play(throw)
        return throw

    def prepare(self) -> None:
        """Compile the kernels of the computer players, or let another process do so."""
        self.computers.prepare(self.record.game, sorted({name for name in self.seats.players if name != HUMAN}))

    def reply(self) -> str:
        """Let the computer to move choose and play; return its move."""
        move = self.computers.choose(self.record, self.seats.players[self.turn], self.seed + 1 + self.turn)
        self.play(move)
        return move

    def hint(self) -> Choice:
        """Return what a search of this position advises: a move and its value for the player to move."""
        return self.computers.advise(self.record, self.seed)

    def accepts_draw(self) -> bool:
        """Return whether the computers accept a draw offer of the player to move."""
        return self.record.game.players == 2 and self.hint().value >= DRAW_ACCEPTED

    def undo(self) -> list[str]:
        """Take back all plies since the last move of a person, and that one; return them; raise IllegalMove."""
        count = self._takeback_length()
        undone = [self.record.undo() for _ in range(count)]
        self.autosave.save(self.record)
        return undone[::-1]

    def _takeback_length(self) -> int:
        """Return the number of plies that undo takes back; raise IllegalMove for none, or for a throw among them."""
        positions = self.record.positions
        for count in range(1, len(positions)):
            turn = positions[-1 - count].turn
            if turn == CHANCE:
                raise IllegalMove("undo", Reason("THROWN", "", _THROWN))
            if self.seats.players[turn] == HUMAN:
                return count
        raise IllegalMove("undo", Reason("NOTHING_TO_UNDO", "", N_("you have no move to take back")))

    def resign(self) -> None:
        """Let the player to move resign."""
        self.record.resign(self.turn)
        self.autosave.save(self.record)

    def agree(self) -> None:
        """End the game as a draw by agreement."""
        self.record.agree()
        self.autosave.save(self.record)

    def before_replies(self) -> Position | None:
        """Return the position in which a person moved last, else the first one; None before the first ply."""
        positions = self.record.positions
        for position in reversed(positions[:-1]):
            if position.turn >= 0 and self.seats.players[position.turn] == HUMAN:
                return position
        return positions[0] if len(positions) > 1 else None


def seed_of(record: Record) -> int | None:
    """Return the seed in the tags of a record, or None."""
    text = record.tags.get(SEED, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None


def match_of(games: Sequence[Record]) -> MatchState | None:
    """Return the match before the last of its sets; None for a single game, or sets that make no match."""
    match = FORMATS.get(f"sets-of-{games[-1].tags.get('Sets', '')}")
    state = MatchState(match) if match else None
    for game in games[:-1]:
        if state is not None:
            state = state.following(*side_points(game.game.sides, game.outcome.scores)) if game.outcome else None
    return state
