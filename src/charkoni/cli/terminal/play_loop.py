"""The loop of a game in the terminal: pictures, typed lines, moves of computers, dice."""

import re
import shlex
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import ClassVar

from rich.text import Text

from charkoni.cli import records
from charkoni.cli.errors import system_reason
from charkoni.cli.terminal import guide
from charkoni.cli.terminal.picture import Picture, move_line, numbered_turns
from charkoni.cli.terminal.screen import COLUMNS, MARGIN, Screen, columns, wrapped
from charkoni.cli.terminal.session import Session
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import N_, BadMove, Refusal
from charkoni.core.files import atomic_files
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.games.match_format import points_text
from charkoni.games.names import in_words

_STOOD_IN = N_("The computer is still getting ready and made this move at a glance.")
_MATCH = N_("Set {set} of {sets}; the match: {score}")


class PlayLoop:
    """Plays a session in a terminal."""

    def __init__(self, words: Words, screen: Screen, session: Session, pace: float) -> None:
        self.words = words
        self.screen = screen
        self.session = session
        self.pace = pace
        self.picture = Picture(words, session, screen)
        self._warned = False

    def run(self) -> None:
        """Play until the game is over or a person leaves; raise EOFError at the end of the input."""
        self.screen.open()
        try:
            self._prepare()
            while self.session.turn != OVER:
                if self.session.is_human_turn:
                    if not self._read_line():
                        return
                elif self.session.turn == CHANCE:
                    self.session.throw()
                    self._announce()
                    self._wait(self.pace / 2)
                else:
                    self._reply()
        finally:
            self.screen.close()

    def print_result(self) -> None:
        """Print the last position, the result of a finished game, and the file of the game."""
        words, session, autosave = self.words, self.session, self.session.autosave
        outcome = session.record.outcome
        if outcome or self.screen.is_redrawn:
            self.screen.print(self.picture.last_view())
        if outcome:
            line = words._("The game is over.") + " " + names.result(words, session.record.game, outcome)
            self.screen.print(["", Text(line, "bold"), words._("Score: {score}", score=outcome)])
            if session.match:
                score = points_text(session.match_points)
                values = {"set": session.match.game, "sets": session.match.format.sets, "score": score}
                self.screen.print([words._(_MATCH, **values)])
        if not len(session.record):
            return
        if autosave.is_saved and autosave.path:
            path = shlex.quote(str(autosave.path))
            if outcome:
                self.screen.print([words._("Record: {path}", path=path)])
            else:
                self.screen.print([words._("The game is saved. Go on with: charkoni play --load {path}", path=path)])
        else:
            self.screen.print([words._("The game could not be saved; this is its record:"), str(session.record)])

    def wait_for_next_set(self) -> None:
        """Let a person look at the result of a set; raise EOFError at the end of the input."""
        if self.screen.is_redrawn and self.session.seats.humans:
            self.screen.ask(Text(self.words._("Enter opens the next set") + "> ", "dim"))

    def _prepare(self) -> None:
        """Prepare the computers before the first move, behind a picture with a note."""
        if self.session.turn == OVER:
            return
        if self.screen.is_redrawn:
            self.picture.show([self.words._("Getting ready ...")])
        self.session.prepare()
        self.picture.note = []

    def _reply(self) -> None:
        if self.screen.is_redrawn and self.session.is_slow:
            is_late = self.session.computers.is_preparing
            note = self.words._("Getting ready ...") if is_late else self.words._("The computer is thinking ...")
            self.picture.show([*self.picture.announced, note])
        self.session.reply()
        self._announce()
        if self.session.computers.stood_in:
            self.picture.announced.append(self.words._(_STOOD_IN))
            if not self.screen.is_redrawn:
                self.screen.print([self.words._(_STOOD_IN)])
        self._wait(self.pace)

    def _announce(self) -> None:
        """Show the last ply, of a computer or the dice, in words."""
        line = move_line(self.words, self.session.record, len(self.session.record) - 1)
        self.picture.announced.append(line)
        if not self.screen.is_redrawn:
            self.screen.print([line])
        self.picture.note = self._unsaved() or self.picture.note

    def _wait(self, seconds: float) -> None:
        if self.screen.is_redrawn and seconds > 0:
            self.picture.show(self.picture.announced)
            time.sleep(seconds)

    def _unsaved(self) -> list[str]:
        """Return once the line that the game cannot be saved."""
        problem = self.session.autosave.problem
        if not problem or self._warned:
            return []
        self._warned = True
        reason = system_reason(problem, self.words)
        line = self.words._("The game cannot be saved as it goes ({problem}); save FILE writes it.", problem=reason)
        if not self.screen.is_redrawn:
            self.screen.print([line])
        return [line]

    def _read_line(self) -> bool:
        """Read a line of a person and execute it; return False at `quit`."""
        self.picture.show()
        line = self.screen.ask(self.picture.prompt(), self._completions)
        self.picture.note = []
        command, argument = guide.command_of(self.words, line) or ("", line)
        if command == "quit":
            return False
        self.picture.note = self._HANDLERS[command](self, argument)
        return True

    def _completions(self) -> list[str]:
        return [*self.session.record.position.moves, *(command for command, _, _ in guide.COMMANDS)]

    def _move(self, line: str) -> list[str]:
        session, words = self.session, self.words
        legal = session.record.position.moves
        if not line and len(legal) != 1:
            return [words._("Type a move, ? for a list of the moves, or help.")]
        line = line or legal[0]
        move = line.lower()
        if session.turn == CHANCE:
            move = f"[{''.join(sorted(filter(str.isalnum, move)))}]"
        try:
            session.play(move)
        except Refusal as refusal:
            if isinstance(refusal, BadMove) and not line.isascii():
                return [words._("Moves are typed in Latin letters: is the keyboard set to another script?")]
            return [f"{line}: {refusal.reason.message(words._)}"]
        self.picture.announced = []
        return self._unsaved()

    def _undo(self, _argument: str) -> list[str]:
        try:
            undone = self.session.undo()
        except Refusal as refusal:
            return [refusal.reason.message(self.words._)]
        self.picture.announced = []
        return self._unsaved() or [self.words._("Taken back: {moves}.", moves=" ".join(undone))]

    def _hint(self, _argument: str) -> list[str]:
        words = self.words
        if self.session.turn == CHANCE:
            return [words._("The throw decides now: there is nothing to advise.")]
        if self.screen.is_redrawn:
            self.picture.show([words._("The computer is thinking ...")])
        move, share = (result := self.session.hint()).move, words.percent(result.value)
        said = in_words(words, self.session.record.game, move)
        return [words._("Hint: {move} ({said}); chances: {share}.", move=move, said=said, share=share)]

    def _offer_draw(self, _argument: str) -> list[str]:
        session, words = self.session, self.words
        if len(session.seats.humans) == session.record.game.players:
            if self._confirm(words._("Does the other side agree to a draw?")):
                session.agree()
        elif session.turn != CHANCE and session.accepts_draw():
            session.agree()
        else:
            return [words._("The computer declines the draw.")]
        return []

    def _resign(self, _argument: str) -> list[str]:
        if self.session.turn != CHANCE and self._confirm(self.words._("Do you really give up?")):
            self.session.resign()
        return []

    def _confirm(self, question: str) -> bool:
        """Ask a question and return whether the answer is yes."""
        if self.screen.is_redrawn:
            self.picture.show([question])
            prompt = Text(self.words._("y or n") + "> ", "bold")
        else:
            prompt = Text(f"{question} {self.words._('y or n')}> ")
        answer = self.screen.ask(prompt).casefold()
        return answer in ("y", "yes", self.words._("y"), self.words._("yes"))

    def _save(self, name: str) -> list[str]:
        words, autosave = self.words, self.session.autosave
        if not name:
            kept = words._("The game is kept in {path}", path=autosave.path)
            return [kept if autosave.is_saved else words._("Name a file: save FILE")]
        path = Path(name.replace("\0", "")).expanduser()
        try:
            atomic_files.create(path, records.file_text(self.session.record, path).encode())
        except FileExistsError:
            return [words._("{path} exists already; choose another name.", path=path)]
        except OSError as problem:
            return [words._("{path} cannot be written: {problem}", path=path, problem=system_reason(problem, words))]
        return [words._("A copy is saved in {path}", path=path)]

    def _page(self, title: str, lines: Iterable[Text]) -> list[str]:
        prompt = Text(MARGIN + self.words._("Enter continues") + "> ", "dim")
        self.screen.page(Text(f" {title} ", "bold reverse"), list(lines), prompt)
        return []

    def _moves(self, part: str) -> list[str]:
        words = self.words
        moves = [move for move in self.session.record.position.moves if not part or matches(move, part.lower())]
        if not moves:
            return [words._("There is no legal move with {part}.", part=part)]
        title = words.ngettext("{n} legal move", "{n} legal moves", len(moves))
        rows = columns(moves, COLUMNS - 2)
        if not self.screen.is_redrawn or len(rows) + 1 <= self.picture.room:
            return [f"{title}:", *rows]
        return self._page(title, map(Text, rows))

    def _help(self, _argument: str) -> list[str]:
        words, game = self.words, self.session.record.game
        lines: list[Text] = []
        for paragraph in guide.rules(words, game):
            lines += [Text(line) for text in paragraph for line in wrapped(text, COLUMNS - 2)]
            lines.append(Text())
        table = [(words._(usage), words._(description)) for _, usage, description in guide.COMMANDS]
        widest = max(len(usage) for usage, _ in table)
        lines += [Text.assemble((f"  {usage.ljust(widest)}  ", "bold"), description) for usage, description in table]
        return self._page(names.game_name(words, game), lines)

    def _last(self, _argument: str) -> list[str]:
        rows = columns(numbered_turns(self.session.record), COLUMNS - 2)
        return self._page(self.words._("The game so far"), map(Text, rows))

    _HANDLERS: ClassVar[Mapping[str, Callable[["PlayLoop", str], list[str]]]] = {
        "": _move,
        "?": _moves,
        "undo": _undo,
        "hint": _hint,
        "last": _last,
        "save": _save,
        "draw": _offer_draw,
        "resign": _resign,
        "help": _help,
    }
    """The handlers of a move and of the commands of `guide.COMMANDS`, except `quit`.

    The second argument is the rest of the line; they return the note below the board.
    """


def matches(move: str, part: str) -> bool:
    """Return whether a move begins with `part` or holds it as a cell."""
    rest = move.removeprefix(part)
    if rest != move and not (part[-1:].isdigit() and rest[:1].isdigit()):
        return True
    return re.search(rf"(?<![a-z0-9]){re.escape(part)}(?![0-9])", move) is not None
