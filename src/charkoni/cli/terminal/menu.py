"""The menu before a game: the game, its variant, the opponent and the seats; Enter takes the default."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from charkoni.cli import records
from charkoni.cli.language import OWN_NAMES
from charkoni.cli.terminal.screen import Screen
from charkoni.cli.terminal.seats import HUMAN, SeatAssignment, usual_assignment
from charkoni.core.errors import N_, BadGame
from charkoni.core.game import Game, variants_of
from charkoni.core.record import LETTERS, Record
from charkoni.core.registry import family, games, named
from charkoni.core.translations import LANGUAGES, Words
from charkoni.games import DEFAULT_GAME, names

MOST_VARIANTS = 12
_WELCOME = N_("Welcome! {serve} plays in the browser, {help} lists all commands.")

OPPONENTS = (
    (N_("the computer, thinking a second"), "mcts:1s"),
    (N_("the computer, thinking five seconds"), "mcts:5s"),
    (N_("the computer, playing at random: for a first try"), "random"),
    (N_("a person at this keyboard"), HUMAN),
)


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """The result of the menu: the file of a saved game, or a game and its seats; and the texts of the language."""

    words: Words
    game: Game | None = None
    seats: SeatAssignment | None = None
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu: the key to type, the text, and a remark in dim colour."""

    key: str
    shown: str
    remark: str = ""


def choose(words: Words, screen: Screen) -> MenuChoice:
    """Show the menus one after the other and return the choice; raise EOFError at the end of the input."""
    screen.open()
    try:
        unfinished = records.last_unfinished()
        while True:
            answer = _game_page(words, screen, unfinished)
            if answer in LANGUAGES:
                words = Words(answer)
                continue
            if answer == "0" and unfinished:
                return MenuChoice(words, path=unfinished[0])
            chosen = _variant_page(words, screen, games()[int(answer) - 1])
            return MenuChoice(words, chosen, _seats_page(words, screen, chosen))
    finally:
        screen.close()


def _game_page(words: Words, screen: Screen, unfinished: tuple[Path, Record] | None) -> str:
    """Return the number of a game, "0" for the unfinished one, or a language."""
    items = []
    for number, name in enumerate(games(), 1):
        about = family(name).catalog.about
        items.append(Item(str(number), names.family_name(words, name), words._(about) if about else ""))
    if unfinished:
        record = unfinished[1]
        left = f"{names.game_name(words, record.game)}, {words._('ply {n}', n=len(record))}"
        items.insert(0, Item("0", words._("Go on"), left))
    usual = "0" if unfinished else str(games().index(DEFAULT_GAME) + 1)
    others = " \N{MIDDLE DOT} ".join(f"{code} {OWN_NAMES[code]}" for code in LANGUAGES if code != words.language)
    advice = words._(_WELCOME, serve="charkoni serve --open", help="charkoni --help")
    answer = _menu(screen, words, words._("Which game?"), items, usual, [*LANGUAGES, *games()], others, advice)
    return str(games().index(answer) + 1) if answer in games() else answer


def _variant_page(words: Words, screen: Screen, name: str) -> Game:
    """Return the variant that a person chooses."""
    variants = variants_of(family(name), MOST_VARIANTS)
    if len(variants) == 1:
        return variants[0]
    items = [Item("1", words._("the usual game"))]
    for number, variant in enumerate(variants[1:], 2):
        items.append(Item(str(number), names.game_name(words, variant).partition(": ")[2], variant.options))
    note = words._("Or type flags, as in {example}", example=variants[-1].options)
    problem = ""
    while True:
        answer = _menu(screen, words, words._("Which variant?"), items, "1", None, problem or note)
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(variants):
            return variants[int(answer) - 1]
        try:
            return named(f"{name}:{answer}")
        except BadGame as error:
            problem = error.message(words._)


def _seats_page(words: Words, screen: Screen, chosen: Game) -> SeatAssignment:
    """Return the seat assignment that a person chooses."""
    items = [Item(str(number), words._(text)) for number, (text, _) in enumerate(OPPONENTS, 1)]
    answer = _menu(screen, words, words._("Against whom?"), items, "1", [])
    opponent = OPPONENTS[int(answer) - 1][1]
    if opponent == HUMAN:
        return SeatAssignment((HUMAN,) * chosen.players)
    usual = "".join(LETTERS[seat] for seat in usual_assignment(chosen).humans)
    letters = LETTERS[: chosen.players]
    items = [Item(letter, names.side_name(words, chosen, seat)) for seat, letter in enumerate(letters)]
    groups = ["".join(some) for size in range(2, chosen.players) for some in itertools.combinations(letters, size)]
    note = words._("Several letters take several seats, as in ac") if groups else ""
    mine = _menu(screen, words, words._("Whom do you play?"), items, usual, groups, note)
    return SeatAssignment(tuple(HUMAN if letter in mine else opponent for letter in letters))


def _menu(
    screen: Screen,
    words: Words,
    title: str,
    items: Sequence[Item],
    usual: str,
    others: Sequence[str] | None,
    note: str = "",
    advice: str = "",
) -> str:
    """Return the answer: the key of an item, one of `others` (any text if None), or `usual` for Enter.

    Raises EOFError at `quit`.
    """
    problem = ""
    while True:
        footer = ["", note, problem, words._("Enter selects {usual}; quit leaves.", usual=usual), advice]
        screen.show([*_menu_lines(title, items, usual), *(Text(f"  {line}", "dim") for line in footer)])
        answer = screen.ask(Text("  > ", "bold")).lower() or usual
        if answer in ("q", "quit", words._("quit")):
            raise EOFError
        if others is None or answer in (*(item.key for item in items), *others):
            return answer
        problem = words._("{answer} is not among them.", answer=answer)


def _menu_lines(title: str, items: Sequence[Item], usual: str) -> list[Text]:
    """Return the lines of a menu; the item that Enter takes is marked."""
    wide = max(len(item.shown) for item in items)
    keys = max(len(item.key) for item in items)
    lines = [Text(" CHARKONI ", "bold reverse"), Text(), Text(f"  {title}", "bold"), Text()]
    for item in items:
        is_usual = item.key == usual
        lines.append(
            Text.assemble(
                ("  > " if is_usual else "    ", "bold"),
                (item.key.rjust(keys), "bold"),
                "  ",
                (item.shown.ljust(wide), "bold" if is_usual else ""),
                "   ",
                (item.remark, "dim"),
            )
        )
    return lines
