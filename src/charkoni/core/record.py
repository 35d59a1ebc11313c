"""The record of a game: moves, comments and clocks, and the history that a position does not hold.

A record counts occurrences of positions (R5) and plies (R6), and stores resignations, agreed draws and lost time (R11).
"""

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from typing import Protocol

from charkoni.core import notation
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.errors import N_, BadText, IllegalMove, Reason, Refusal
from charkoni.core.game import Game, Outcome, Position
from charkoni.core.registry import named

REPETITION = "repetition"
PLY_CAP = "ply-cap"
RESIGNATION = "resignation"
AGREEMENT = "agreement"
TIME = "time"
FORFEIT = "forfeit"
DECLARED = (RESIGNATION, AGREEMENT, TIME, FORFEIT)
LETTERS = "abcd"

_NOTHING = N_("there is no move to take back")
_NO_PLAYER = N_("there is no such player; players here: {players}")
_NO_LOSER = N_("the tag By must name the player who resigned or ran out of time: {players}")
_NEW_TURN = N_("a new turn starts here: separate it by a space, not by a plus")
_CUT_OFF = N_("the record has {found} plies, its tag Plies says {said}: is a part missing?")
_WRONG_END = N_("replaying the moves gives {found} for the tag {tag}")


@dataclass(frozen=True, slots=True)
class Ply:
    """One step of a record, or of a variation.

    move: its text.  comment: on it.  clock_ms: the mover's clock after it in milliseconds.  mark: "" or one of MARKS.
    variations: moves that could have been played in its place.
    """

    move: str
    comment: str = ""
    clock_ms: int | None = None
    mark: str = ""
    variations: tuple["Variation", ...] = ()

    def __deepcopy__(self, memo: object) -> "Ply":
        return self  # it never changes


@dataclass(frozen=True, slots=True)
class Variation:
    """Plies that begin at the position before a ply, with a comment before the first of them."""

    plies: tuple[Ply, ...]
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """An end not shown by the position: the reason, and the player who resigned, ran out of time or forfeited."""

    reason: str
    player: int | None = None


class Player(Protocol):
    """A chooser of moves: a program or a person."""

    def choose(self, record: "Record") -> str:
        """Return a legal move of the record's position, in which a player is to move."""
        ...


class Record:
    """A game as played: tags, start, moves, comments, clocks, marks and variations.  The only mutable class.

    >>> import charkoni
    >>> record = charkoni.Record(charkoni.game("mangala"))
    >>> for move in ("4", "6", "3"):
    ...     record.play(move)
    >>> record.turns
    [['4', '6'], ['3']]
    """

    def __init__(self, game: Game, start: Position | None = None, tags: Mapping[str, str] | None = None) -> None:
        """Begin a record at a position, by default the start of the game."""
        if start is not None and start.game is not game:
            raise ValueError(f"a position of {start.game.name} cannot start a record of {game.name}")
        self.game = game
        self.start = start or game.start()
        self.tags = dict(tags or {})
        self.comment = ""
        self._plies: list[Ply] = []
        self._positions = [self.start]
        self._throws = [0]  # per position, how many throws led to it
        self._occurrences = Counter([self._repetition_key(self.start)])
        self._ending: Ending | None = None

    @property
    def plies(self) -> tuple[Ply, ...]:
        """All steps so far."""
        return tuple(self._plies)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves and throws so far."""
        return tuple(ply.move for ply in self._plies)

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions from the start to the current one."""
        return tuple(self._positions)

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def ending(self) -> Ending | None:
        """The declared end, which the position does not show, or None."""
        return self._ending

    @property
    def turn(self) -> int:
        """The player to move, CHANCE, or OVER if the record has ended for any reason."""
        return OVER if self.outcome else self.position.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: by the position, by repetition, by the ply cap (R7), or as declared; else None."""
        on_board = self.position.outcome
        if on_board:
            return on_board
        referee = self.game.referee
        if referee.repetition and self._occurrences[self._repetition_key(self.position)] >= 3:
            return self._draw(REPETITION)
        if referee.cap is not None and len(self._plies) >= referee.cap:
            return self._capped()
        return self._declared()

    @property
    def turns(self) -> list[list[str]]:
        """The moves grouped into turns (T6): a turn starts with a throw, or without dice with a change of the mover."""
        turns: list[list[str]] = []
        for place, ply in enumerate(self._plies):
            if self._begins_turn(place):
                turns.append([])
            turns[-1].append(ply.move)
        return turns

    @property
    def move_numbers(self) -> list[int]:
        """The move number of each ply, as people count moves: it increases when a player starts another turn.

        >>> import charkoni
        >>> record = charkoni.Record(charkoni.game("mangala"))
        >>> for move in ("4", "6", "3", "1"):
        ...     record.play(move)
        >>> record.move_numbers
        [1, 1, 1, 1]
        """
        numbers: list[int] = []
        number, moved = 1, set[int]()
        for place in range(len(self._plies)):
            if self._begins_turn(place):
                player = self.player_of(place)
                if player in moved:
                    number, moved = number + 1, set()
                moved.add(player)
            numbers.append(number)
        return numbers

    def player_of(self, place: int) -> int:
        """Return the player of the ply at an index; a throw belongs to the player moving next."""
        return next((position.turn for position in self._positions[place:] if position.turn >= 0), 0)

    def _begins_turn(self, place: int) -> bool:
        """Return whether the ply at this place begins a turn; one that a throw began lasts until the next throw."""
        if place == 0 or self._positions[place].turn == CHANCE:
            return True
        return self._throws[place] == 0 and self._positions[place - 1].turn != self._positions[place].turn

    def play(self, move: str, comment: str = "", clock_ms: int | None = None, mark: str = "") -> None:
        """Play a move, or enter a throw; raise BadMove or IllegalMove.

        clock_ms: the mover's clock after the move, in milliseconds, 0 to less than LONGEST_MS.  mark: "" or one of
        `!`, `?`, `!!`, `??`, `!?`, `?!`.
        """
        ply = _checked(Ply(move, comment, clock_ms, mark))
        self._require_going_on(move)
        position = self.position.play(move)
        self._throws.append(self._throws[-1] + (self.position.turn == CHANCE))
        self._plies.append(ply)
        self._positions.append(position)
        self._occurrences[self._repetition_key(position)] += 1

    def annotate(self, comment: str | None = None, place: int | None = None, mark: str | None = None) -> None:
        """Set comment and mark of the ply at an index, by default the last; what is None stays.

        Without plies, the comment is that of the record.
        """
        if not self._plies and place is None:
            self.comment = comment or ""
            return
        at = len(self._plies) - 1 if place is None else place
        ply = self._plies[at]
        self._plies[at] = _checked(
            replace(ply, comment=ply.comment if comment is None else comment, mark=ply.mark if mark is None else mark)
        )

    def vary(self, place: int, moves: Sequence[str | Ply], comment: str = "") -> None:
        """Add a variation: moves that could have been played in place of the ply at an index.

        They obey the rules of the board; repetition and the cap of plies end no variation.  Raise BadMove or
        IllegalMove; ValueError without moves.
        """
        plies = tuple(each if isinstance(each, Ply) else Ply(each) for each in moves)
        variation, ply = Variation(plies, comment), self._plies[place]
        _check(self._positions[place if place >= 0 else place - 1], variation)
        self._plies[place] = replace(ply, variations=(*ply.variations, variation))

    def walk(self) -> Iterator[tuple[int, Position, Ply]]:
        """Yield each ply with its depth and the position before it: 0 as played, 1 in a variation of that, and so on.

        The variations of a ply follow it, and then the ply that was played after it.

        >>> import charkoni
        >>> record = charkoni.Record(charkoni.game("mosty", size=3))
        >>> for move in ("a1", "c3"):
        ...     record.play(move)
        >>> record.vary(1, ["e1", "c1"], "the other side")
        >>> [(depth, ply.move) for depth, _, ply in record.walk()]
        [(0, 'a1'), (0, 'c3'), (1, 'e1'), (1, 'c1')]
        """
        yield from _walk(0, self.start, self._plies)

    def undo(self) -> str:
        """Take back a declared end, or else the last ply, and return its move ("" for an end)."""
        if self._ending:
            self._ending = None
            return ""
        if not self._plies:
            raise IllegalMove("", Reason("NOTHING_TO_UNDO", "", _NOTHING), str(self.position))
        self._occurrences[self._repetition_key(self._positions.pop())] -= 1
        self._throws.pop()
        return self._plies.pop().move

    def resign(self, player: int) -> None:
        """Declare that a player resigns: the other sides share the point; raise IllegalMove if the record is over."""
        self._declare(Ending(RESIGNATION, player))

    def flag(self, player: int) -> None:
        """Declare that a player has run out of time: the other sides share the point; raise IllegalMove likewise."""
        self._declare(Ending(TIME, player))

    def forfeit(self, player: int) -> None:
        """Declare that a player forfeits, for example a program that failed; the other sides share the point."""
        self._declare(Ending(FORFEIT, player))

    def agree(self) -> None:
        """Declare a draw by agreement; raise IllegalMove if the record is over."""
        self._declare(Ending(AGREEMENT))

    def _declare(self, ending: Ending) -> None:
        self._require_going_on(ending.reason)
        if ending.player is not None and not 0 <= ending.player < self.game.players:
            reason = Reason("NO_PLAYER", "R11", _NO_PLAYER, {"players": self._letters()})
            raise IllegalMove(ending.reason, reason, str(self.position))
        self._ending = ending

    def _require_going_on(self, what: str) -> None:
        """Raise IllegalMove for a move or declaration after the end."""
        if outcome := self.outcome:
            raise IllegalMove(what, outcome.refusal, str(self.position))

    def _declared(self) -> Outcome | None:
        if self._ending is None:
            return None
        if self._ending.player is None:
            return self._draw(self._ending.reason)
        loser = self.game.sides[self._ending.player]
        winners = {side for side in self.game.sides if side != loser}
        scores = [Fraction(0) if side == loser else Fraction(1, len(winners)) for side in self.game.sides]
        return Outcome(tuple(scores), self._ending.reason)

    def _draw(self, reason: str) -> Outcome:
        """Return a draw: the sides share the point (R9)."""
        share = Fraction(1, len(set(self.game.sides)))
        return Outcome((share,) * self.game.players, reason)

    def _capped(self) -> Outcome:
        at_cap = self.game.referee.at_cap
        if at_cap is None:
            return self._draw(PLY_CAP)
        points = at_cap(self.position.state[0])
        return Outcome(tuple(Fraction(int(twelfths), POINT) for twelfths in points), PLY_CAP)

    def times(self, position: Position) -> int:
        """Return how often a position has occurred so far, by the repetition rule."""
        return self._occurrences[self._repetition_key(position)]

    def _repetition_key(self, position: Position) -> bytes:
        """Return what repetition compares: the bytes of the state without the draw counter (R5)."""
        state = position.state
        if self.game.referee.counter:
            state[0][self.game.referee.counter] = 0
        return bytes(state.tobytes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __copy__(self) -> "Record":
        return copy.deepcopy(self)

    def _content(self) -> tuple[object, ...]:
        return self.start, self.tags, self.comment, self._plies, self._ending

    def __iter__(self) -> Iterator[Ply]:
        return iter(self.plies)

    def __len__(self) -> int:
        return len(self._plies)

    def __repr__(self) -> str:
        return f"Record.parse({str(self)!r})"

    def __str__(self) -> str:
        """Return the text form; `Record.parse` reads it back."""
        return notation.write_text(self._tags(), _written(self.comment, self._plies, self._positions))

    def json(self) -> str:
        """Return the JSON form; `Record.from_json` reads it back."""
        return notation.write_json(self._tags(), _written(self.comment, self._plies, self._positions))

    def _tags(self) -> dict[str, str]:
        """Return all tags as they are written; raise ValueError for names that cannot be written."""
        for name in self.tags:
            if name in notation.OWN_TAGS or not notation.TAG_NAME.fullmatch(name):
                raise ValueError(f"{name!r} cannot be the name of a tag")
        outcome = self.outcome
        tags = {"Game": self.game.name}
        if self.start != self.game.start():
            tags["Start"] = str(self.start)
        tags |= self.tags
        tags["Result"] = str(outcome) if outcome else "*"
        if outcome:
            tags["Reason"] = outcome.reason
        if self._ending and self._ending.player is not None:
            tags["By"] = LETTERS[self._ending.player]
        tags["Plies"] = str(len(self))
        return tags

    @classmethod
    def parse(cls, text: str, find: Callable[[str], Game] = named) -> "Record":
        """Return the record of a text; raise BadRecord with line and column.  `find` gives a game by its name."""
        return cls._of(notation.read_text(text), find)

    @classmethod
    def from_json(cls, text: str, find: Callable[[str], Game] = named) -> "Record":
        """Return the record of a JSON text; raise BadRecord.  `find` gives a game by its name."""
        return cls._of(notation.read_json(text), find)

    @classmethod
    def _of(cls, sheet: notation.Sheet, find: Callable[[str], Game]) -> "Record":
        """Return the record of a sheet, its moves replayed; raise BadRecord."""
        place = "Game"
        try:
            game = find(sheet.tags["Game"])
            place = "Start"
            start = game.parse(sheet.tags["Start"]) if "Start" in sheet.tags else None
        except BadText as error:
            notation.refuse(error.text, error.reason, sheet.places[place])
        record = cls(game, start, {name: sheet.tags[name] for name in sheet.tags if name not in notation.OWN_TAGS})
        record.comment = sheet.comment
        for step in sheet.steps:
            record._replay(step)
        record._close(sheet)
        return record

    def _replay(self, step: notation.WrittenMove) -> None:
        place, position = (step.line, step.column), self.position
        try:
            self.play(step.move, step.comment, step.clock_ms, step.mark)
        except Refusal as error:
            notation.refuse(error.text, error.reason, place, error.where)
        if step.joined and self._begins_turn(len(self) - 1):
            notation.refuse(f"+{step.move}", Reason("NEW_TURN", "T6", _NEW_TURN), place, str(self._positions[-2]))
        if step.variations:
            lines = tuple(_replayed(line, position) for line in step.variations)
            self._plies[-1] = replace(self._plies[-1], variations=lines)

    def _close(self, sheet: notation.Sheet) -> None:
        """Declare the end that the tags name, and compare the tags with the replayed game; raise BadRecord."""
        tags = sheet.tags
        plies = tags.get("Plies", str(len(self)))
        if plies != str(len(self)):
            counts = {"found": len(self), "said": plies}
            notation.refuse(plies, Reason("CUT_OFF", "T6", _CUT_OFF, counts), sheet.end)
        if self.outcome is None and tags.get("Reason") in DECLARED:
            self._ending = Ending(tags["Reason"], self._loser(sheet))
        outcome = self.outcome
        replayed = {"Result": str(outcome) if outcome else "*", "Reason": outcome.reason if outcome else ""}
        for name, value in replayed.items():
            if tags.get(name, value) != value:
                values = {"found": value or "*", "tag": name}
                notation.refuse(tags[name], Reason("WRONG_END", "T6", _WRONG_END, values), sheet.places[name])

    def _loser(self, sheet: notation.Sheet) -> int | None:
        """Return the player who resigned or ran out of time, by the tag By, or by the result of two players."""
        if sheet.tags["Reason"] == AGREEMENT:
            return None
        by = sheet.tags.get("By", {"1:0": "b", "0:1": "a"}.get(sheet.tags.get("Result", ""), ""))
        if len(by) != 1 or by not in LETTERS[: self.game.players]:
            place = sheet.places.get("By", sheet.places["Reason"])
            notation.refuse(by, Reason("NO_PLAYER", "R11", _NO_LOSER, {"players": self._letters()}), place)
        return LETTERS.index(by)

    def _letters(self) -> str:
        return ", ".join(LETTERS[: self.game.players])


def _checked(ply: Ply) -> Ply:
    """Return a ply whose clock and mark can be written; raise ValueError for another one."""
    if ply.clock_ms is not None and not 0 <= ply.clock_ms < notation.LONGEST_MS:
        raise ValueError(f"a clock of {ply.clock_ms} ms: it must be from 0 to less than {notation.LONGEST_MS}")
    if ply.mark and ply.mark not in notation.MARKS:
        raise ValueError(f"{ply.mark!r} is no mark: these are {', '.join(notation.MARKS)}")
    return ply


def _check(position: Position, variation: Variation) -> None:
    """Raise BadMove or IllegalMove unless a variation and those in it can be played."""
    if not variation.plies:
        raise ValueError("a variation needs a move")
    for ply in variation.plies:
        _checked(ply)
        for inner in ply.variations:
            _check(position, inner)
        position = position.play(ply.move)


def _walk(depth: int, position: Position, plies: Sequence[Ply]) -> Iterator[tuple[int, Position, Ply]]:
    for ply in plies:
        yield depth, position, ply
        for variation in ply.variations:
            yield from _walk(depth + 1, position, variation.plies)
        position = position.play(ply.move)


def _written(
    comment: str, plies: Sequence[Ply], positions: Iterable[Position], before: Position | None = None, thrown: int = 0
) -> notation.WrittenLine:
    """Return plies as they are written, those of a record or of a variation; one that continues a turn is joined.

    positions: before each ply.  before: the position before the first of them.  thrown: throws that led to it.
    """
    line = notation.WrittenLine(comment)
    for ply, position in zip(plies, positions, strict=False):
        is_new = before is None or position.turn == CHANCE or (thrown == 0 and before.turn != position.turn)
        inner = []
        for each in ply.variations:
            played = accumulate((ply.move for ply in each.plies), Position.play, initial=position)
            inner.append(_written(each.comment, each.plies, played, before, thrown))
        line.steps.append(notation.WrittenMove(ply.move, not is_new, ply.comment, ply.clock_ms, ply.mark, inner))
        thrown += position.turn == CHANCE
        before = position
    return line


def _replayed(line: notation.WrittenLine, position: Position) -> Variation:
    """Return the variation of a written line, its moves replayed; raise BadRecord."""
    plies = []
    for step in line.steps:
        lines = tuple(_replayed(each, position) for each in step.variations)
        plies.append(Ply(step.move, step.comment, step.clock_ms, step.mark, lines))
        try:
            position = position.play(step.move)
        except Refusal as error:
            notation.refuse(error.text, error.reason, (step.line, step.column), error.where)
    return Variation(tuple(plies), line.comment)
