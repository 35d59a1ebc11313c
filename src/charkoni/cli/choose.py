"""The game chooser: a game, a variant, an opponent, in a few keys; Enter takes what is usual."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from charkoni.cli import guide, names, storage
from charkoni.cli.screen import Screen
from charkoni.cli.seats import HUMAN, Seats, usual_seats
from charkoni.cli.words import LANGUAGES, OWN_NAMES, Words
from charkoni.core.errors import BadGame, mark
from charkoni.core.game import Game
from charkoni.core.record import LETTERS, Record
from charkoni.games import family, game, games

MOST_VARIANTS = 12

OPPONENTS = (
    (mark("the computer, thinking a second"), "mcts:1s"),
    (mark("the computer, thinking five seconds"), "mcts:5s"),
    (mark("the computer, playing at random: for a first try"), "random"),
    (mark("a person at this keyboard"), HUMAN),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen: a saved game to go on with, or a game and its seats; and the language."""

    words: Words
    game: Game | None = None
    seats: Seats | None = None
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu: what one types, and what is shown."""

    key: str
    shown: str
    remark: str = ""


def choose(words: Words, screen: Screen) -> Choice:
    """Ask for everything that a game needs; raise EOFError when nobody types."""
    screen.open()
    try:
        unfinished = storage.last_unfinished()
        while True:
            answer = _first_page(words, screen, unfinished)
            if answer in LANGUAGES:
                words = Words(answer)
                continue
            if answer == "0" and unfinished:
                return Choice(words, path=unfinished[0])
            chosen = _variant(words, screen, games()[int(answer) - 1])
            return Choice(words, chosen, _seats(words, screen, chosen))
    finally:
        screen.close()


def _first_page(words: Words, screen: Screen, unfinished: tuple[Path, Record] | None) -> str:
    """Return the number of a game, "0" for the unfinished one, or a language."""
    items = [
        Item(str(number), words._(names.GAMES.get(name, name)), guide.about(words, name))
        for number, name in enumerate(games(), 1)
    ]
    if unfinished:
        record = unfinished[1]
        left = f"{names.game_name(words, record.game)}, {words._('ply {n}', n=len(record))}"
        items.insert(0, Item("0", words._("Go on"), left))
    usual = "0" if unfinished else str(games().index("mangala") + 1)
    others = " \N{MIDDLE DOT} ".join(f"{code} {OWN_NAMES[code]}" for code in LANGUAGES if code != words.language)
    answer = _menu(screen, words, words._("Which game?"), items, usual, [*LANGUAGES, *games()], others)
    return str(games().index(answer) + 1) if answer in games() else answer


def _variant(words: Words, screen: Screen, name: str) -> Game:
    """Return the game with the flags that a person wants."""
    found = variants(name)
    if len(found) == 1:
        return found[0]
    items = [Item("1", words._("the usual game"))]
    for number, one in enumerate(found[1:], 2):
        items.append(Item(str(number), names.game_name(words, one).partition(": ")[2], one.options))
    note = words._("Or type flags, as in {example}", example=found[-1].options)
    problem = ""
    while True:
        answer = _menu(screen, words, words._("Which variant?"), items, "1", None, problem or note)
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(found):
            return found[int(answer) - 1]
        try:
            return game(f"{name}:{answer}")
        except BadGame as error:
            problem = error.say(words._)


def variants(name: str) -> list[Game]:
    """Return the game as it is, then all its variants, or those with one flag changed where there are many."""
    flags = family(name).flags
    whole = [
        dict(zip((flag.name for flag in flags), values, strict=True))
        for values in itertools.product(*(flag.values for flag in flags))
    ]
    if len(whole) > MOST_VARIANTS:
        usual = whole[0]
        whole = [usual, *(usual | {flag.name: value} for flag in flags for value in flag.values[1:])]
    found: list[Game] = []
    for values in whole:
        options = ",".join(
            flag.name if flag.is_switch else f"{flag.name}={values[flag.name]}"
            for flag in flags
            if values[flag.name] != flag.default
        )
        try:
            found.append(family(name).game(options))
        except BadGame:  # flags that do not go together
            continue
    return found


def _seats(words: Words, screen: Screen, chosen: Game) -> Seats:
    """Return who plays."""
    items = [Item(str(number), words._(said)) for number, (said, _) in enumerate(OPPONENTS, 1)]
    answer = _menu(screen, words, words._("Against whom?"), items, "1", [])
    opponent = OPPONENTS[int(answer) - 1][1]
    if opponent == HUMAN:
        return Seats((HUMAN,) * chosen.players)
    usual = "".join(LETTERS[seat] for seat in usual_seats(chosen).humans)
    letters = LETTERS[: chosen.players]
    items = [Item(letter, names.side_name(words, chosen, seat)) for seat, letter in enumerate(letters)]
    groups = ["".join(some) for size in range(2, chosen.players) for some in itertools.combinations(letters, size)]
    note = words._("Several letters take several seats, as in ac") if groups else ""
    mine = _menu(screen, words, words._("Whom do you play?"), items, usual, groups, note)
    return Seats(tuple(HUMAN if letter in mine else opponent for letter in letters))


def _menu(
    screen: Screen,
    words: Words,
    title: str,
    items: Sequence[Item],
    usual: str,
    others: Sequence[str] | None,
    note: str = "",
) -> str:
    """Return what is typed: the key of an item, one of `others` (anything if None), or `usual` for Enter."""
    problem = ""
    while True:
        foot = ["", note, problem, words._("Enter takes {usual}; quit leaves.", usual=usual)]
        screen.draw([*_listed(title, items, usual), *(Text(f"  {line}", "dim") for line in foot)])
        answer = screen.ask(Text("  > ", "bold")).lower() or usual
        if answer in ("q", "quit", words._("quit")):
            raise EOFError
        if others is None or answer in (*(item.key for item in items), *others):
            return answer
        problem = words._("{answer} is not among them.", answer=answer)


def _listed(title: str, items: Sequence[Item], usual: str) -> list[Text]:
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
