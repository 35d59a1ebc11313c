"""The table at which a game is played: pictures, typed lines, replies of computers."""

import shlex
from pathlib import Path

from rich.text import Text

from charkoni.cli import guide, names, storage
from charkoni.cli.failing import system_reason
from charkoni.cli.moves import in_words, matches
from charkoni.cli.picture import Picture, move_line
from charkoni.cli.screen import COLUMNS, MARGIN, Screen, columns, wrapped
from charkoni.cli.session import Session
from charkoni.cli.words import Words
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import BadMove, Refusal


class Table:
    """A session, seen and served in a terminal."""

    def __init__(self, words: Words, screen: Screen, session: Session, pace: float) -> None:
        self.words = words
        self.screen = screen
        self.session = session
        self.pace = pace
        self.picture = Picture(words, session, screen)
        self._warned = False

    def play(self) -> None:
        """Play until the game is over; raise EOFError when nobody types any more."""
        self.screen.open()
        try:
            self._prepare()
            while self.session.turn != OVER:
                if self.session.is_human_turn:
                    if self._serve() == "quit":
                        return
                elif self.session.turn == CHANCE:
                    self._throw()
                else:
                    self._reply()
        finally:
            self.screen.close()

    def _prepare(self) -> None:
        if self.session.turn == OVER:
            return
        if self.screen.is_still:
            self.picture.draw([self.words._("Getting ready ...")])
        self.session.prepare()
        self.picture.note = []

    # --- computers and dice ---

    def _throw(self) -> None:
        thrown = self.session.throw()
        self._tell(thrown)
        self._wait(self.pace / 2)

    def _reply(self) -> None:
        if self.screen.is_still and self.session.is_slow:
            self.picture.draw([*self.picture.told, self.words._("The computer is thinking ...")])
        self._tell(self.session.reply())
        self._wait(self.pace)

    def _tell(self, move: str) -> None:
        """Say in words what was just played by somebody else."""
        self.picture.tell(len(self.session.record) - 1)
        if not self.screen.is_still:
            self.screen.print([move_line(self.words, self.session.record, len(self.session.record) - 1)])
        self._warn()

    def _wait(self, seconds: float) -> None:
        if self.screen.is_still and seconds > 0:
            self.picture.draw(self.picture.told)
            self.screen.pause(seconds)

    def _warn(self) -> None:
        """Say once that the game cannot be kept."""
        problem = self.session.keeper.problem
        if problem and not self._warned:
            self._warned = True
            reason = system_reason(problem, self.words)
            said = self.words._("The game cannot be saved as it goes ({problem}); save FILE writes it.", problem=reason)
            if not self.screen.is_still:
                self.screen.print([said])
            self.picture.note = [said]

    # --- people ---

    def _serve(self) -> str:
        """Let a person type a line and do what it says; return "quit" when he wants to leave."""
        self.picture.draw()
        line = self.screen.ask(self.picture.prompt(), self._completions)
        self.picture.note = []
        found = guide.command_of(self.words, line)
        if found:
            command, argument = found
            if command == "quit":
                return command
            if command == "?":
                self._moves(argument)
            elif command == "save":
                self._save(argument)
            else:
                {
                    "undo": self._undo,
                    "hint": self._hint,
                    "last": self._last,
                    "draw": self._draw,
                    "resign": self._resign,
                    "help": self._help,
                }[command]()
        else:
            self._move(line)
        return ""

    def _completions(self) -> list[str]:
        return [*self.session.record.position.moves, *(command for command, _, _ in guide.COMMANDS)]

    def _move(self, line: str) -> None:
        session, words = self.session, self.words
        legal = session.record.position.moves
        if not line:
            if len(legal) == 1:
                line = legal[0]
            else:
                self.picture.note = [words._("Type a move, ? for a list of the moves, or help.")]
                return
        move = line.lower()
        if session.turn == CHANCE:
            move = f"[{''.join(sorted(filter(str.isalnum, move)))}]"
        try:
            session.play(move)
        except Refusal as refusal:
            self.picture.note = [f"{line}: {refusal.reason.say(words._)}"]
            if isinstance(refusal, BadMove) and not line.isascii():
                self.picture.note = [
                    words._("Moves are typed in Latin letters: is the keyboard set to another script?")
                ]
            return
        self.picture.forget()
        self._warn()

    def _undo(self) -> None:
        try:
            undone = self.session.undo()
        except Refusal as refusal:
            self.picture.note = [refusal.reason.say(self.words._)]
            return
        self.picture.forget()
        self.picture.note = [self.words._("Taken back: {moves}.", moves=" ".join(undone))]
        self._warn()

    def _hint(self) -> None:
        if self.session.turn == CHANCE:
            self.picture.note = [self.words._("The dice decide now: there is nothing to advise.")]
            return
        if self.screen.is_still:
            self.picture.draw([self.words._("The computer is thinking ...")])
        finding = self.session.hint()
        said = in_words(self.words, self.session.record.game, finding.move)
        share = self.words.percent(finding.value)
        self.picture.note = [
            self.words._(
                "Hint: {move} ({said}); expected: {share} of the point.",
                move=finding.move,
                said=said,
                share=share,
            )
        ]

    def _draw(self) -> None:
        session, words = self.session, self.words
        if len(session.seats.humans) == session.record.game.players:
            if self._confirm(words._("Does the other side agree to a draw?")):
                session.agree()
        elif session.turn != CHANCE and session.wants_draw():
            session.agree()
        else:
            self.picture.note = [words._("The computer declines the draw.")]

    def _resign(self) -> None:
        if self.session.turn != CHANCE and self._confirm(self.words._("Do you really give up?")):
            self.session.resign()

    def _confirm(self, question: str) -> bool:
        """Ask a question; only a yes is a yes."""
        if self.screen.is_still:
            self.picture.draw([question])
            prompt = Text(self.words._("y or n") + "> ", "bold")
        else:
            prompt = Text(f"{question} {self.words._('y or n')}> ")
        answer = self.screen.ask(prompt).casefold()
        return answer in ("y", "yes", self.words._("y"), self.words._("yes"))

    def _save(self, name: str) -> None:
        words, keeper = self.words, self.session.keeper
        if not name:
            if keeper.is_kept:
                self.picture.note = [words._("The game is kept in {path}", path=keeper.path)]
            else:
                self.picture.note = [words._("Name a file: save FILE")]
            return
        path = Path(name.replace("\0", "")).expanduser()
        try:
            storage.create(path, storage.written(self.session.record, path))
        except FileExistsError:
            self.picture.note = [words._("{path} exists already; choose another name.", path=path)]
        except OSError as problem:
            reason = system_reason(problem, words)
            self.picture.note = [words._("{path} cannot be written: {problem}", path=path, problem=reason)]
        else:
            self.picture.note = [words._("A copy is saved in {path}", path=path)]

    # --- pages ---

    def _page(self, title: str, lines: list[Text]) -> None:
        self.screen.page(
            Text(f" {title} ", "bold reverse"),
            lines,
            Text(MARGIN + self.words._("Enter goes on") + "> ", "dim"),
        )

    def _moves(self, part: str) -> None:
        words = self.words
        moves = [move for move in self.session.record.position.moves if not part or matches(move, part.lower())]
        if not moves:
            self.picture.note = [words._("There is no legal move with {part}.", part=part)]
            return
        title = words.ngettext("{n} legal move", "{n} legal moves", len(moves))
        rows = columns(moves, COLUMNS - 2)
        if not self.screen.is_still or len(rows) + 1 <= self.picture.room:
            self.picture.note = [f"{title}:", *rows]
            return
        self._page(title, [Text(row) for row in rows])

    def _help(self) -> None:
        words, game = self.words, self.session.record.game
        lines: list[Text] = []
        for text in guide.rules(words, game):
            lines += [Text(line) for line in wrapped(text, COLUMNS - 2)]
            lines.append(Text())
        table = guide.commands(words)
        widest = max(len(shown) for shown, _ in table)
        for shown, meaning in table:
            lines.append(Text.assemble((f"  {shown.ljust(widest)}  ", "bold"), meaning))
        self._page(names.game_name(words, game), lines)

    def _last(self) -> None:
        lines = []
        for number, turn in enumerate(self.session.record.turns, 1):
            lines.append(f"{number}. {'+'.join(turn)}")
        rows = columns(lines, COLUMNS - 2)
        self._page(self.words._("The game so far"), [Text(row) for row in rows])

    # --- leaving ---

    def farewell(self) -> None:
        """Say how the game stands, and where it is kept."""
        words, session, keeper = self.words, self.session, self.session.keeper
        outcome = session.record.outcome
        if outcome or self.screen.is_still:
            self.screen.print(self.picture.last_view())
        if outcome:
            said = words._("The game is over.") + " " + names.result(words, session.record.game, outcome)
            self.screen.print(["", Text(said, "bold"), words._("Score: {score}", score=outcome)])
        if not len(session.record):
            return
        if keeper.is_kept and keeper.path:
            path = shlex.quote(str(keeper.path))
            if outcome:
                self.screen.print([words._("Record: {path}", path=path)])
            else:
                self.screen.print([words._("The game is saved. Go on with: charkoni play --load {path}", path=path)])
        else:
            self.screen.print([words._("The game could not be saved; this is its record:"), str(session.record)])
