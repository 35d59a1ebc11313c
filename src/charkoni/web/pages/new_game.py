"""New games: the choices, the form, and the page that begins a game from a position."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from starlette.responses import Response

from charkoni.core.compiler import HAS_COMPILER
from charkoni.core.errors import N_, BadText
from charkoni.core.game import Game
from charkoni.core.game_types import Flag
from charkoni.core.registry import named
from charkoni.core.teaching.courses import course_of
from charkoni.core.teaching.presentation import presentation_of
from charkoni.core.translations import Words
from charkoni.games import names, opponents
from charkoni.games.match_format import SETS, MatchState, match_of_sets
from charkoni.solve import has_solver
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.errors import Problem, found
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.sessions import clean_name
from charkoni.web.http.site import FormDep
from charkoni.web.live import commands
from charkoni.web.live.game.clocks import Control, control_text
from charkoni.web.live.hub import GameRequest, Hub
from charkoni.web.live.table_state import permitted_actions
from charkoni.web.pages.board_pictures import game_of, picture_url
from charkoni.web.pages.table.guide import may_be_guided
from charkoni.web.pages.visits import VisitDep, left_text
from charkoni.web.store.tables import ChallengeRow

CLOCKS = ("none", "3+2", "5", "10+5", "15", "30", "1d", "2d", "3d", "7d", "14d")
"""The time controls of the form: minutes, with the increment in seconds, or days for each move."""

_SINGLE, _SETS = N_("a single game"), N_("best of {n} sets")

router = PageRouter()


@router.get("/play")
async def new_game_page(
    visit: VisitDep, game: str = "", position: str = "", public: bool = False, part: str = "", to: str = ""
) -> Response:
    """Return the page that begins a game, perhaps from a position.

    game: a name, perhaps with flags.  position: in the notation of the game.  public: whether the form at first lets
    anybody join.  part: "form" for the form alone, which other pages show in a sheet.  to: the name of a member who is
    challenged.
    Context: game (see `game_choice`; without flags where they are given), title, start (the position), public, to, left
    (see `left_text`), and see `form_choices`.  Refused: NO_GAME, BAD_MESSAGE, OVER, NO_MEMBER.
    """
    words = visit.words
    if to:
        found(await visit.hub.people.persons.named(to), "NO_MEMBER")
    if position:
        await warm(game_of(game))
    setup = setup_of({"game": game, "start": position})
    visit.hub.engine.want(setup.game.name)
    chosen = game_choice(words, named(setup.game.family.name))
    if setup.start or setup.game.options:
        chosen |= {"name": setup.game.name, "flags": [], "picture": picture_url(setup.game.name, setup.start)}
        chosen["more_seats"] = []
        chosen["sets"] = _set_choices(words, setup.game)
        chosen["seats"] = [names.side_name(words, setup.game, seat) for seat in range(setup.game.players)]
    return visit.page(
        "pages/new_game_form.html" if part == "form" else "pages/new_game.html",
        game=chosen,
        title=names.game_name(words, setup.game),
        start=setup.start,
        public=public,
        to=to,
        left=left_text(words, visit.site.quotas.remaining(visit.user, "game")),
        **form_choices(words),
    )


def form_choices(words: Words) -> dict[str, object]:
    """Return the choices of every game.

    computer: levels (number, name), level (the default), perfect (the number of the level that plays by proofs), styles
    (value, name, the name that says what it is).  clocks: time controls (value, text).
    """
    return {
        "computer": {
            "levels": opponents.options(words),
            "level": opponents.USUAL_LEVEL,
            "perfect": opponents.PERFECT,
            "styles": [(style, *map(words._, both)) for style, both in opponents.STYLE_NAMES.items()],
        },
        "clocks": [(value, control_text(words, Control.parse(value)) or words._("no clock")) for value in CLOCKS],
    }


@router.post("/new")
async def create_game(visit: VisitDep, form: FormDep) -> Response:
    """Create a game and redirect to its table.

    Form: see `setup_of`; besides name (of the visitor), text (any value: to the text page of the table), guided (any
    value: a guided game), instead (a game that is called off, if the visitor may do so), to (the name of a member who
    is challenged).  Refused: RateLimited, QUOTA, NO_MEMBER, NAME_TAKEN, BLOCKED.
    """
    setup = setup_of({key: value for key, value in form.items() if value != ""})
    if to := str(form.get("to", "")):
        member = found(await visit.hub.people.persons.named(to), "NO_MEMBER")
        setup = replace(setup, terms=ChallengeRow(person=member))
    person = await visit.become_named(form)
    for name in filter(None, setup.names):
        await visit.hub.people.persons.require_free(name, person.person)
    game_id = await visit.hub.create(setup, person.person, person.name, visit.user)
    if "instead" in form:
        await _call_off(visit.hub, str(form["instead"]), visit.person)
    suffix = "/text" if form.get("text") else "?guided=1" if form.get("guided") else ""
    return visit.redirect(f"/g/{game_id}{suffix}")


async def _call_off(hub: Hub, game_id: str, person: str) -> None:
    """Call off a game that waits, or in which a person alone plays against computers, unless it has begun."""
    room = await hub.room(game_id)
    seats = await hub.store.held(game_id, person) if room and person else frozenset()
    is_alone = room and (room.live.state == "waiting" or may_be_guided(room, seats))
    if room and is_alone and "call-off" in permitted_actions(room, seats):
        await commands.execute(room, commands.resign, seats, min(seats))


# --- the choices ------------------------------------------------------------------------------------------------------


def game_choices(words: Words) -> list[dict[str, object]]:
    """Return the games with their choices, see `game_choice`."""
    return [game_choice(words, named(name)) for name in playable()]


def game_choice(words: Words, game: Game) -> dict[str, object]:
    """Return a game without flags with its choices.

    name; title; players (how many); seats (their names); more_seats (names of those that variants of more players add);
    teams (how many sides); sets (of a match: value and text);
    people (how many may play, as text: "2" or "2–4"); tagline; short (what one does in it, in a few words); picture,
    rules, learn (addresses, the last may be empty); has_solver; quick_level (the highest that answers within seconds
    here); flags (name; kind: players, switch or list; values as pairs of value and text, the usual one first).
    """
    name, course, presentation = game.family.name, course_of(game.family), presentation_of(game.family)
    counts = sorted({len(set(game.sides)), game.players, *_player_counts(game).values()})
    return {
        "name": name,
        "title": names.family_name(words, name),
        "players": game.players,
        "seats": [names.side_name(words, game, seat) for seat in range(game.players)],
        "more_seats": _more_seats(words, game),
        "teams": len(set(game.sides)),
        "sets": _set_choices(words, game),
        "people": f"{counts[0]}–{counts[-1]}" if len(counts) > 1 else str(counts[0]),
        "short": words._(presentation.short) if presentation else words._(game.family.catalog.about),
        "tagline": words._(course.tagline) if course else "",
        "picture": f"/card/{name}.svg",
        "rules": f"/rules/{name}",
        "learn": f"/learn/{name}" if course else "",
        "has_solver": has_solver(name),
        "quick_level": opponents.HIGHEST if HAS_COMPILER else game.family.catalog.plain_level,
        "flags": [_flag_choice(words, game, flag) for flag in game.family.flags],
    }


def _more_seats(words: Words, game: Game) -> list[str]:
    """Return the names of the seats that a variant of most players has beside the usual ones."""
    (flag, value), most = max(_player_counts(game).items(), key=lambda each: each[1], default=(("", ""), game.players))
    if most <= game.players:
        return []
    larger = named(_with_flags(game, {flag: value}))
    return [names.side_name(words, larger, seat) for seat in range(game.players, most)]


def _set_choices(words: Words, game: Game) -> list[tuple[str, str]]:
    """Return the choices of a match of sets, the proposed number after a single game; none for more than two sides."""
    proposed = game.family.catalog.sets
    numbers = sorted(SETS, key=lambda number: number != proposed)
    sets = [(str(number), words._(_SETS, n=number)) for number in numbers]
    return [("", words._(_SINGLE)), *sets] if len(set(game.sides)) == 2 else []


def _flag_choice(words: Words, game: Game, flag: Flag) -> dict[str, object]:
    counts = _player_counts(game)
    if all((flag.name, value) in counts for value in flag.values):
        values = [(value, str(counts[flag.name, value])) for value in flag.values]
        return {"name": flag.name, "kind": "players", "values": values}
    values = [
        (value, words._("as usual") if value == flag.default else names.flag_name(words, game, flag, value))
        for value in flag.values
    ]
    return {"name": flag.name, "kind": "switch" if len(values) == 2 else "list", "values": values}


@cache
def _player_counts(game: Game) -> Mapping[tuple[str, str], int]:
    """Return the number of players by flag and value, for flags on which it depends."""
    counts: dict[tuple[str, str], int] = {}
    for flag in game.family.flags:
        found = {(flag.name, value): len(game.family.sides({**game.flags, flag.name: value})) for value in flag.values}
        if len(set(found.values())) > 1:
            counts |= found
    return counts


# --- the form ---------------------------------------------------------------------------------------------------------


def setup_of(form: Mapping[str, object]) -> GameRequest:
    """Return the setup of a new game from a form.

    game: a name, perhaps with flags.  flag_<name>: the value of a flag.  opponent: computer, friend or here.  level,
    style: of the computers; the level may contain the style, "3,attacking".  seat: the own seat or "random".  partner:
    of the own side the visitor holds only his own seat, the others are as those of the opponents.  seat<i>: me, open
    or a computer as in `opponents.computer_of`; given for all seats they replace opponent, level, style and seat.
    clock: none, minutes ("15"), minutes and seconds of increment ("5+3"), days for each move ("3d"), own: minutes and
    increment, numbers of their own, or own-days: days for each move.
    rated: the result changes the ratings of the players.  public: listed among the open games.  watch: listed while it
    goes on, as every public game is.  start: a position.  name<i>: of the person at a seat, side by side.  sets: of a
    match, "" for a single game.  low, high: the ratings of those who may join a public game, "" for any.  several: of a
    public game, it is offered again once it has begun.

    Raises Problem 400: NO_GAME, BAD_MESSAGE, or OVER when the game would be over at the start.
    """
    game = _game(form)
    try:
        control = _control(form)
        match = match_of_sets(str(form.get("sets", "")))
    except ValueError:
        raise Problem(400, "BAD_MESSAGE") from None
    start = str(form.get("start", ""))
    if match and len(set(game.sides)) != 2:
        raise Problem(400, "NOT_TWO_SIDES")
    try:
        if start and game.parse(start).outcome is not None:
            raise Problem(400, "OVER")
    except BadText:
        raise Problem(400, "BAD_MESSAGE") from None
    return GameRequest(
        game,
        _seats(game, form),
        control,
        bool(form.get("public") or form.get("watch")),
        start,
        tuple(clean_name(str(form.get(f"name{seat}", ""))) for seat in range(game.players)),
        MatchState(match) if match else None,
        bool(form.get("rated")),
        _terms(game, form) if form.get("public") else None,
    )


def _terms(game: Game, form: Mapping[str, object]) -> ChallengeRow:
    low, high = (str(form.get(name, "0")) for name in ("low", "high"))
    if not all(text.isascii() and text.isdigit() and len(text) < 5 for text in (low, high)):
        raise Problem(400, "BAD_MESSAGE")
    return ChallengeRow(low=int(low), high=int(high), several=int(bool(form.get("several")) and game.players == 2))


def _control(form: Mapping[str, object]) -> Control:
    """Return the time control of a form; raise ValueError."""
    clock = str(form.get("clock", "none"))
    if clock == "own-days":
        return Control.parse(f"{form.get('days', '')}d")
    if clock != "own":
        return Control.parse(clock)
    minutes, increment = str(form.get("minutes", "")), str(form.get("increment", "0"))
    if not minutes:
        raise ValueError("a time of one's own has minutes")
    return Control.parse(minutes if increment == "0" else f"{minutes}+{increment}")


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
    parts = []
    for flag in game.family.flags:
        value = flags.get(flag.name, game.flags[flag.name])
        if value != flag.default:
            parts.append(flag.name if flag.is_switch and value == "on" else f"{flag.name}={value}")
    return f"{game.family.name}:{','.join(parts)}" if parts else game.family.name


def _seats(game: Game, form: Mapping[str, object]) -> tuple[str, ...]:
    style = f",{form['style']}" if form.get("style") else ""
    computer = _checked_computer(f"{form.get('level', opponents.USUAL_LEVEL)}{style}")
    by_seat = [str(form.get(f"seat{seat}", "")) for seat in range(game.players)]
    if all(by_seat):
        return tuple(entry if entry in ("me", "open") else _checked_computer(entry) for entry in by_seat)
    own = _own_seat(game, str(form.get("seat", "0")))
    own_side = [seat for seat in range(game.players) if game.sides[seat] == game.sides[own]]
    own_side = [own] if form.get("partner") else own_side
    others = {"computer": computer, "friend": "open", "here": "me"}.get(str(form.get("opponent", "computer")))
    if others is None:
        raise Problem(400, "BAD_MESSAGE")
    return tuple("me" if seat in own_side else others for seat in range(game.players))


def _own_seat(game: Game, text: str) -> int:
    if text == "random":
        return secrets.randbelow(game.players)
    if not (text.isascii() and text.isdigit() and int(text) < game.players):
        raise Problem(400, "BAD_MESSAGE")
    return int(text)


def _checked_computer(text: str) -> str:
    if opponents.computer_of(text) is None:
        raise Problem(400, "BAD_MESSAGE")
    return text
