"""The picture of a game in progress: header, board, last turns, the player to move, notes."""

from collections.abc import Iterator

from rich.text import Text

from charkoni.cli.terminal.board import board
from charkoni.cli.terminal.screen import COLUMNS, MARGIN, Screen, wrapped
from charkoni.cli.terminal.seats import HUMAN
from charkoni.cli.terminal.session import Session
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.games.names import in_words
from charkoni.games.opponents import computer_of, short_name


class Picture:
    """Shows a session.

    note: lines below the board.  announced: the plies since the last move of a person, in words, which are shown while
    there is no note.
    """

    def __init__(self, words: Words, session: Session, screen: Screen) -> None:
        self.words = words
        self.session = session
        self.screen = screen
        self.note: list[str] = []
        self.announced: list[str] = []

    @property
    def room(self) -> int:
        """How many lines of notes fit below the board without the optional lines."""
        return self.screen.rows - 2 - len(self.session.record.position.spans)

    def show(self, note: list[str] | None = None) -> None:
        """Show the picture with these lines, by default those of `note` or else the announced plies."""
        lines = self._lines(note if note is not None else self.note or self.announced)
        if not self.screen.is_redrawn:
            lines.append(Text())
        self.screen.show(lines)

    def _lines(self, texts: list[str]) -> list[Text]:
        """Return all lines; in a small window blank lines and the last turns are omitted first, then texts are cut.

        Of a note the beginning is kept, of announced plies the end.
        """
        head = [self._header(), *self.view()]
        rest = self.screen.rows - len(head)
        note = [line for text in texts for line in (wrapped(text, COLUMNS - 2) or [""])]
        if texts is self.note:
            note = note[: max(rest - 1, 1)]
        else:
            note = note[-max(rest - 2, 1) :]
        tail = [self._status()] + [Text(MARGIN + line) for line in note]
        if len(tail) < rest:
            tail.insert(0, self._last_turns())
        if len(tail) < rest:
            tail.insert(0, Text())
        if len(tail) < rest and len(head) + len(tail) < self.screen.rows:
            head.insert(1, Text())
        return head + tail

    def view(self) -> list[Text]:
        """Return the lines of the board, centred."""
        record = self.session.record
        lines = board(self.words, record.position, self.session.before_replies())
        wide = max(len(line) for line in lines)
        margin = " " * max((COLUMNS - wide) // 2, 0)
        return [Text(margin) + line for line in lines]

    def last_view(self) -> list[Text]:
        """Return header and board as they are left in the terminal at the end."""
        return [self._header(), Text(), *self.view()]

    def _header(self) -> Text:
        """Return game, seats and ply in a line; a long name of the game is cut to leave room for the others."""
        session, words = self.session, self.words
        game = session.record.game
        seats = Text()
        for seat, player in enumerate(session.seats.players):
            who = words._("you") if session.seats.humans == (seat,) else seat_text(words, player)
            seats.append("  ")
            seats.append(f" {names.side_name(words, game, seat)} ", names.side(game, seat).style)
            seats.append(f" {who}")
        seats.append("   " + words._("ply {n}", n=len(session.record)), "dim")
        name = Text(f" {names.game_name(words, game)} ", "bold reverse")
        name.truncate(max(COLUMNS - 1 - len(seats), 12), overflow="ellipsis")
        return name + seats

    def _status(self) -> Text:
        """Return the player to move and the number of legal moves."""
        session, words = self.session, self.words
        game, turn = session.record.game, session.turn
        if turn == OVER:
            return Text(MARGIN + words._("The game is over."), "bold")
        if turn == CHANCE:
            return Text(MARGIN + words._("A throw is due."), "bold")
        line = Text(MARGIN)
        if session.seats.humans == (turn,):
            line.append(words._("Your move"), "bold")
            line.append(" \N{MIDDLE DOT} ")
            line.append(names.side_name(words, game, turn))
        else:
            line.append(names.turn(words, game, turn), "bold")
        if session.is_human_turn:
            moves = session.record.position.moves
            line.append("   ")
            if len(moves) == 1:
                line.append(words._("only {move} is possible: Enter plays it", move=moves[0]), "dim")
            else:
                line.append(words.ngettext("{n} legal move", "{n} legal moves", len(moves)), "dim")
                line.append(words._(", ? lists them, help explains"), "dim")
        return line

    def _last_turns(self) -> Text:
        """Return as many of the last turns as fit in a line."""
        record = self.session.record
        line = Text()
        for place, turn in reversed(list(_placed_turns(record))):
            player = record.player_of(place)
            piece = Text(f" {names.side_name(self.words, record.game, player)} ", names.side(record.game, player).style)
            piece.append(f" {'+'.join(turn)}  ")
            if len(piece) + len(line) > COLUMNS - 2:
                break
            line = piece + line
        return Text(MARGIN) + line

    def prompt(self) -> Text:
        """Return the prompt for the player to move, or for a throw."""
        turn = self.session.turn
        if turn == CHANCE:
            return Text(MARGIN + self.words._("throw") + "> ", "bold")
        game = self.session.record.game
        name = names.side_name(self.words, game, turn)
        return Text.assemble(MARGIN, (f" {name} ", names.side(game, turn).style), "> ")


def seat_text(words: Words, player: str) -> str:
    """Return the player of a seat in words; a computer without a name is shown as it is typed."""
    if player == HUMAN:
        return words._("person")
    computer = computer_of(player)
    return short_name(words, *computer) if computer else player


def numbered_turns(record: Record) -> list[str]:
    """Return the turns of a record with the numbers of moves, those of one number together: "1. 4+6 3"."""
    lines: dict[int, list[str]] = {}
    numbers = record.move_numbers
    for place, turn in _placed_turns(record):
        lines.setdefault(numbers[place], []).append("+".join(turn))
    return [f"{number}. {' '.join(turns)}" for number, turns in lines.items()]


def _placed_turns(record: Record) -> Iterator[tuple[int, list[str]]]:
    """Yield the turns, each with the place of its first ply."""
    place = 0
    for turn in record.turns:
        yield place, turn
        place += len(turn)


def move_line(words: Words, record: Record, place: int) -> str:
    """Return player and move of a ply, in the notation and in words."""
    move = record.moves[place]
    name = names.side_name(words, record.game, record.player_of(place))
    return f"{name}: {move} \N{EM DASH} {in_words(words, record.game, move)}"
