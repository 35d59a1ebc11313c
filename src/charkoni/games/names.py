"""What games, players, flags and endings are called; a game unknown here is called by its own name."""

from collections.abc import Mapping
from dataclasses import dataclass

from charkoni.core.errors import mark
from charkoni.core.game import Flag, Game
from charkoni.core.position import Outcome
from charkoni.core.record import LETTERS
from charkoni.core.translations import Words

GAMES = {
    "banglagor": mark("Banglagor"),
    "barbakan": mark("Barbakan"),
    "chaupar": mark("Chaupar"),
    "focus": mark("Focus"),
    "gana": mark("Gana"),
    "mangala": mark("Mangala"),
    "mosty": mark("Mosty"),
}

FLAGS = {
    "fortress": mark("fortress"),
    "steps=upto": mark("fewer steps allowed"),
    "rescue": mark("rescue by the reserve"),
    "dice=1346": mark("sticks 1 3 4 6"),
    "entry=outer": mark("entering behind the end cell"),
    "board=mini3": mark("tiny board of 3 sectors"),
    "board=mini4": mark("tiny board of 4 sectors"),
    "players=3": mark("three players"),
    "players=4": mark("four players"),
    "solo": mark("single pawns capture"),
    "shield": mark("a full square shields the king"),
    "links=2": mark("two links a turn"),
}
_FLAG_VALUE = {"size": mark("size {value}")}


@dataclass(frozen=True, slots=True)
class Side:
    """A player's name and the sentences with it."""

    name: str
    turn: str
    wins: str
    style: str


SIDES = {
    "red": Side(mark("Red"), mark("Red to move"), mark("Red wins"), "bold #e8562a"),
    "green": Side(mark("Green"), mark("Green to move"), mark("Green wins"), "bold #00a878"),
    "blue": Side(mark("Blue"), mark("Blue to move"), mark("Blue wins"), "bold #3f9be0"),
    "yellow": Side(mark("Yellow"), mark("Yellow to move"), mark("Yellow wins"), "bold #d9a400"),
    "white": Side(mark("White"), mark("White to move"), mark("White wins"), "bold #1a1a1a on #e4e0d4"),
    "black": Side(mark("Black"), mark("Black to move"), mark("Black wins"), "bold #f4f0e4 on #4a4a4a"),
    "a": Side(mark("Player a"), mark("Player a to move"), mark("Player a wins"), "bold #d9a400"),
    "b": Side(mark("Player b"), mark("Player b to move"), mark("Player b wins"), "bold #3f9be0"),
    "c": Side(mark("Player c"), mark("Player c to move"), mark("Player c wins"), "bold #e8562a"),
    "d": Side(mark("Player d"), mark("Player d to move"), mark("Player d wins"), "bold #00a878"),
}
_COLOURS = {
    "banglagor": ("blue", "green"),
    "chaupar": ("black", "red", "yellow", "green"),
    "focus": ("red", "green"),
    "gana": ("white", "black"),
    "mosty": ("red", "blue"),
}

REASONS = {
    "stones": mark("more stones in the store"),
    "equal": mark("equally many stones"),
    "no-towers": mark("the opponent has no tower left"),
    "home": mark("the whole team is Home"),
    "half": mark("one side is less than half as high as the other"),
    "ten-moves": mark("ten moves without a column on enemy land"),
    "inside": mark("all pawns are inside the circle"),
    "blocked": mark("nobody can move"),
    "king": mark("the king is taken"),
    "bare-kings": mark("only the kings are left"),
    "fifty-moves": mark("fifty moves without a capture"),
    "stalemate": mark("stalemate"),
    "joined": mark("the borders are joined"),
    "repetition": mark("the same position for the third time"),
    "ply-cap": mark("the limit of moves is reached"),
    "resignation": mark("resignation"),
    "agreement": mark("by agreement"),
    "time": mark("time is up"),
}


def side(game: Game, player: int) -> Side:
    """Return how a player of the game is called."""
    return SIDES[_COLOURS.get(game.family.name, tuple(LETTERS))[player]]


def side_name(words: Words, game: Game, player: int) -> str:
    """Return the player's name with his letter, "Red (a)"; a name that holds the letter stands alone."""
    name = words._(side(game, player).name)
    letter = LETTERS[player]
    return name if name.endswith(f" {letter}") else f"{name} ({letter})"


def game_name(words: Words, game: Game) -> str:
    """Return the game and its flags: "Мангала: крепость"."""
    name = words._(GAMES.get(game.family.name, game.family.name))
    told = [flag_name(words, flag, game.flags[flag.name]) for flag in game.family.flags if _is_set(flag, game.flags)]
    return f"{name}: {', '.join(told)}" if told else name


def _is_set(flag: Flag, flags: Mapping[str, str]) -> bool:
    return flags[flag.name] != flag.default


def flag_name(words: Words, flag: Flag, value: str) -> str:
    """Return a flag's value in words."""
    text = flag.name if flag.is_switch else f"{flag.name}={value}"
    if flag.name in _FLAG_VALUE:
        return words._(_FLAG_VALUE[flag.name], value=value)
    return words._(FLAGS.get(text, text))


def reason_name(words: Words, reason: str) -> str:
    """Return the reason of an ending in words."""
    return words._(REASONS.get(reason, reason))


def result(words: Words, game: Game, outcome: Outcome) -> str:
    """Return the result in words: who has won, or that it is a draw, and why."""
    best = max(outcome.scores)
    winners = [player for player in range(game.players) if outcome.scores[player] == best]
    why = reason_name(words, outcome.reason)
    if len({game.sides[player] for player in winners}) > 1:
        if len(winners) == game.players:
            return words._("Draw: {reason}.", reason=why)
    elif len(winners) == 1:
        return f"{words._(side(game, winners[0]).wins)}: {why}."
    names = ", ".join(side_name(words, game, player) for player in winners)
    return words._("Winners: {winners}; {reason}.", winners=names, reason=why)
