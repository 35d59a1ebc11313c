"""What a visitor wants to play: the form of a new game, read and checked."""

import random
from collections.abc import Mapping
from urllib.parse import quote, urlencode

from charkoni.core.errors import BadText
from charkoni.core.game import Flag, Game, named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.engine.opponents import STYLES, USUAL_LEVEL, computer_of, has_solver
from charkoni.web.engine.warm import playable
from charkoni.web.http.errors import Problem
from charkoni.web.live.clocks import Control
from charkoni.web.live.hub import Wish

CLOCKS = ("none", "3+2", "5", "10+5", "15", "30")


def wish_of(form: Mapping[str, object]) -> Wish:
    """Return the game that a form asks for; raise Problem.

    game: a name, perhaps with flags.  flag_<name>: the value of a flag.  opponent: computer, friend or here.  level,
    style: of the computers.  seat: the own seat or "random".  seat<i>: me, open or a computer as in
    `levels.computer_of`, instead of all that.  clock: none, "15" or "5+3".  public: shown among the open games.
    start: a position.
    """
    game = _game(form)
    try:
        control = Control.parse(str(form.get("clock", "none")))
    except ValueError:
        raise Problem(400, "BAD_MESSAGE") from None
    start = str(form.get("start", ""))
    try:
        if start and game.parse(start).outcome is not None:
            raise Problem(400, "OVER")
    except BadText:
        raise Problem(400, "BAD_MESSAGE") from None
    return Wish(game, _seats(game, form), control, bool(form.get("public")), start)


def _game(form: Mapping[str, object]) -> Game:
    name = str(form.get("game", ""))
    flags = {key[5:]: str(value) for key, value in form.items() if key.startswith("flag_")}
    try:
        game = named(name)
        if flags:
            game = named(_with_flags(game, flags))
    except BadText:
        raise Problem(400, "NO_GAME") from None
    if game.family.name not in playable():
        raise Problem(400, "NO_GAME")
    return game


def _with_flags(game: Game, flags: Mapping[str, str]) -> str:
    words = []
    for flag in game.family.flags:
        value = flags.get(flag.name, game.flags[flag.name])
        if value != flag.default:
            words.append(flag.name if flag.is_switch and value == "on" else f"{flag.name}={value}")
    return f"{game.family.name}:{','.join(words)}" if words else game.family.name


def _seats(game: Game, form: Mapping[str, object]) -> tuple[str, ...]:
    level = _computer(f"{form.get('level', USUAL_LEVEL)},{form.get('style', STYLES[0])}")
    named_seats = [str(form.get(f"seat{seat}", "")) for seat in range(game.players)]
    if all(named_seats):
        seats = tuple(who if who in ("me", "open") else _computer(who) for who in named_seats)
    else:
        own = _own_seat(game, str(form.get("seat", "0")))
        mine = [seat for seat in range(game.players) if game.sides[seat] == game.sides[own]]
        others = {"computer": level, "friend": "open", "here": "me"}.get(str(form.get("opponent", "computer")))
        if others is None:
            raise Problem(400, "BAD_MESSAGE")
        seats = tuple("me" if seat in mine else others for seat in range(game.players))
    return seats


def _own_seat(game: Game, text: str) -> int:
    if text == "random":
        return random.randrange(game.players)
    if not (text.isascii() and text.isdigit() and int(text) < game.players):
        raise Problem(400, "BAD_MESSAGE")
    return int(text)


def _computer(text: str) -> str:
    if computer_of(text) is None:
        raise Problem(400, "BAD_MESSAGE")
    return text


def picture_of(name: str, position: str = "", *moves: str) -> str:
    """Return the address of the picture of a position, perhaps after some moves; of the start without one."""
    return f"/picture/{name}.svg{_query(position=position, moves=' '.join(moves))}"


def start_url(name: str, position: str) -> str:
    """Return the address of the page on which a game from a position is begun."""
    return f"/play{_query(game=name, position=position)}"


def _query(**values: str) -> str:
    """Return the values that are not empty as the query of an address."""
    filled = {name: value for name, value in values.items() if value}
    return f"?{urlencode(filled, safe='/,:', quote_via=quote)}" if filled else ""


def choices(words: Words) -> list[dict[str, object]]:
    """Return the games with what can be chosen, for the form of a new game."""
    found: list[dict[str, object]] = []
    for name in playable():
        game = named(name)
        course = game.family.course
        found.append(
            {
                "name": name,
                "title": words._(names.GAMES.get(name, name)),
                "players": game.players,
                "seats": [names.side_name(words, game, seat) for seat in range(game.players)],
                "tagline": words._(course.tagline) if course else "",
                "picture": f"/card/{name}.svg",
                "rules": f"/rules/{name}",
                "learn": f"/learn/{name}" if course else "",
                "has_solver": has_solver(name),
                "flags": [_flag(words, flag) for flag in game.family.flags],
            }
        )
    return found


def _flag(words: Words, flag: Flag) -> dict[str, object]:
    values = [(value, _value(words, flag, value)) for value in flag.values]
    return {"name": flag.name, "values": values}


def _value(words: Words, flag: Flag, value: str) -> str:
    return words._("as usual") if value == flag.default else names.flag_name(words, flag, value)
