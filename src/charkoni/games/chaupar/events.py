"""What a move of Chaupar does, as events and in words, and what its zones are called."""

from charkoni.core.board_types import Event, Slot
from charkoni.core.constants import OVER
from charkoni.core.errors import mark
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.chaupar import rules
from charkoni.games.chaupar.cells import COLOURS, zone_of
from charkoni.games.chaupar.rules import CHARKONI, HOME, LANE, PARTNER, STEPS
from charkoni.games.chaupar.taps import NAMES, sticks
from charkoni.games.chaupar.text import read_move

PAINTS = (mark("black"), mark("red"), mark("yellow"), mark("green"))
_LANES = (
    mark("black lane, cell {n}"),
    mark("red lane, cell {n}"),
    mark("yellow lane, cell {n}"),
    mark("green lane, cell {n}"),
)
_CHARKONIS = (
    mark("black Charkoni, pieces: {n}"),
    mark("red Charkoni, pieces: {n}"),
    mark("yellow Charkoni, pieces: {n}"),
    mark("green Charkoni, pieces: {n}"),
)
_HOMES = (
    mark("Home, black pieces: {n}"),
    mark("Home, red pieces: {n}"),
    mark("Home, yellow pieces: {n}"),
    mark("Home, green pieces: {n}"),
)

Moved = tuple[tuple[Slot | None, Slot | None], ...]


def events(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return what happens to the stick, then the walk and whom it meets, then the end."""
    if move.startswith("["):
        fallen: Moved = tuple((None, Slot("die", level)) for level in range(3))
        return [Event("throw", fallen, value=move[1:-1])]
    code = read_move(move, flags)
    if code >= rules.HAND:
        is_handed = code < rules.DROP
        used = _used(before, code, flags, Slot("handed") if is_handed else None)
        return [Event("hand" if is_handed else "pass", used, value=move[1])]
    happened = [Event("lift", _used(before, code, flags, None), value=flags["dice"][code % 4])]
    happened.extend(_walk(before, after, code))
    partner = int(before.turn) ^ PARTNER
    if rules.may_step_home(after, partner) and not rules.may_step_home(before, partner):
        happened.append(Event("free", ((Slot(f"lock-{COLOURS[partner]}"), None),), zone=zone_of(partner, HOME)))
    if after.turn == OVER:
        left = len(sticks(before, flags)) - (before.handed == 0)
        void: Moved = tuple((Slot("die", level), None) for level in range(left))
        happened.append(Event("end", (*void, (Slot("turn"), None))))
    return happened


def _used(before: State, code: int, flags: Flags, to: Slot | None) -> Moved:
    """Return how the stick of a value is taken away and the others move up."""
    if before.handed:
        return ((Slot("handed"), to),)
    left = sticks(before, flags)
    at = left.index(flags["dice"][code % 4])
    rest = tuple((Slot("die", level), Slot("die", level - 1)) for level in range(at + 1, len(left)))
    return ((Slot("die", at), to), *rest)


def _count(s: State, colour: int, piece: int) -> int:
    return int((s.pieces[colour] == piece).sum())


def _walk(before: State, after: State, code: int) -> list[Event]:
    """Return the walk of a piece or pile, and how it joins or captures what it meets.

    What walks lands on top of what stands there; an enemy is then pulled out below it.
    """
    me, piece, target = int(before.turn), int(rules.origin(code)), int(rules.landing(before, code))
    start, end = zone_of(me, piece), zone_of(me, target)
    foot = _count(after, me, piece)
    moving, there = _count(before, me, piece) - foot, _standing(before, me, target)
    moved: Moved = tuple((Slot(start, foot + level), Slot(end, there + level)) for level in range(moving))
    if moving > 1:
        moved += ((Slot(f"{start}#"), None if there > 1 or target == HOME else Slot(f"{end}#")),)
    kind = "enter" if piece == CHARKONI else "home" if target == HOME else "move"
    happened = [Event(kind, moved, _path(before, me, code), end)]
    losers = _losers(before, after)
    happened.extend(_capture(before, loser, end, there, moving) for loser in losers)
    if there and not losers and target != HOME:
        badge: Moved = ((None, Slot(f"{end}#")),) if there == moving == 1 else ()
        happened.append(Event("merge", badge, zone=end, value=str(there + moving)))
    return happened


def _standing(s: State, me: int, target: int) -> int:
    """Return how many pieces stand where a colour's piece would land."""
    if target > LANE:
        return _count(s, me, target)
    return int(s.cells[rules.cell_of(me, target >> 1)]) & 7


def _losers(before: State, after: State) -> list[int]:
    """Return the colour, if any, whose pieces a move has sent back to their Charkoni."""
    return [colour for colour in range(4) if _count(after, colour, CHARKONI) > _count(before, colour, CHARKONI)]


def _capture(before: State, enemy: int, zone: str, height: int, moving: int) -> Event:
    """Return how the enemies go back to their Charkoni, single, and the pieces above them settle."""
    charkoni, waiting = zone_of(enemy, CHARKONI), _count(before, enemy, CHARKONI)
    back = tuple((Slot(zone, level), Slot(charkoni, waiting + level)) for level in range(height))
    settled = tuple((Slot(zone, height + level), Slot(zone, level)) for level in range(moving))
    return Event("capture", (*back, *settled), zone=zone, value=str(height))


def _path(before: State, me: int, code: int) -> tuple[str, ...]:
    """Return the zones of a walk, start and end among them."""
    piece, target = int(rules.origin(code)), int(rules.landing(before, code))
    if piece > LANE:
        walked = list(range(piece, target + 1))
    elif piece == CHARKONI:
        first = int(rules.landing(before, rules.ENTER))  # by face 0, a 1 on all dice
        walked = [CHARKONI, *range(first, target + 1, 2)]
    elif rules.turns_in(code):
        edge = range(piece, 2 * rules.END + 2, 2)
        walked = [*edge, *range(LANE + 1, target + 1)]
    else:
        steps = int(rules.FACES[before.dice, code % 4])
        walked = [2 * ((piece // 2 - 1 + step) % STEPS + 1) for step in range(steps + 1)]
    return tuple(zone_of(me, place) for place in walked)


def labels(s: State, flags: Flags, words: Words) -> dict[str, str]:
    """Return what stands on every cell, in the own steps of whoever acts, and what the chips mean."""
    acting = int(s.turn) if s.turn >= 0 else int(s.thrower)
    found = {}
    for step in range(1, STEPS + 1):
        name = mark("step {n}, castle") if rules.IS_CASTLE[step] else mark("step {n}")
        found[zone_of(acting, 2 * step)] = words._("{cell}: empty", cell=words._(name, n=step))
    for colour, own in enumerate(s.pieces.tolist()):
        for cell in range(1, 8):
            lane = words._(_LANES[colour], n=cell)
            found[zone_of(colour, LANE + cell)] = words._("{cell}: empty", cell=lane)
        found[zone_of(colour, CHARKONI)] = words._(_CHARKONIS[colour], n=own.count(CHARKONI))
        found[zone_of(colour, HOME)] = words._(_HOMES[colour], n=own.count(HOME))
    _label_pieces(s, acting, words, found)
    _label_chips(s, flags, words, found)
    return found


def _label_pieces(s: State, acting: int, words: Words, found: dict[str, str]) -> None:
    """Write into the labels of cells what stands there."""
    for colour, own in enumerate(s.pieces.tolist()):
        paint = words._(PAINTS[colour])
        for piece in sorted(set(own) - {CHARKONI, HOME}):
            n = own.count(piece)
            if piece > LANE:
                cell, has_lap = words._(_LANES[colour], n=piece - LANE), False
            else:
                step = (piece // 2 - 1 + rules.QUARTER * (colour - acting)) % STEPS + 1
                name = mark("step {n}, castle") if rules.IS_CASTLE[step] else mark("step {n}")
                cell, has_lap = words._(name, n=step), bool(piece & 1)
            pile, left = _label_pile(words, cell, paint, n, has_lap=has_lap), _way_home(piece)
            found[zone_of(colour, piece)] = words.ngettext(
                "{pile}; {n} step to Home", "{pile}; {n} steps to Home", left, pile=pile
            )


def _way_home(piece: int) -> int:
    """Return how many steps a piece that walks is away from Home (C7, C10)."""
    whole = STEPS + rules.END + HOME - LANE
    if piece > LANE:
        return HOME - piece
    step = piece >> 1
    return whole - (STEPS + step if piece & 1 and step <= rules.END else step)


def _label_pile(words: Words, cell: str, paint: str, n: int, *, has_lap: bool) -> str:
    if has_lap:
        if n == 1:
            return words._("{cell}: {colour}, one piece, lap completed", cell=cell, colour=paint)
        return words._("{cell}: {colour}, pile of {n}, lap completed", cell=cell, colour=paint, n=n)
    if n == 1:
        return words._("{cell}: {colour}, one piece", cell=cell, colour=paint)
    return words._("{cell}: {colour}, pile of {n}", cell=cell, colour=paint, n=n)


def _label_chips(s: State, flags: Flags, words: Words, found: dict[str, str]) -> None:
    for value in flags["dice"]:
        found[f"die-{value}"] = words._("use the {value}", value=value)
        found[f"hand-{value}"] = words._("hand the {value} to the partner", value=value)
        found[f"leave-{value}"] = (
            words._("decline the {value}", value=value) if s.handed else words._("leave the {value}", value=value)
        )
    found["turn-in"] = words._("turn in to the lane")
    found["go-on"] = words._("go on for a further lap")


def describe(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    """Return sentences about a throw or a move and what it brings."""
    if move.startswith("["):
        return words._("{colour} throws {values}.", colour=words._(NAMES[before.thrower]), values=", ".join(move[1:-1]))
    colour = words._(NAMES[before.turn])
    code = read_move(move, flags)
    if code >= rules.DROP:
        if before.handed:
            return words._("{colour} declines the {value}.", colour=colour, value=move[1])
        return words._("{colour} leaves the {value} unused.", colour=colour, value=move[1])
    if code >= rules.HAND:
        partner = words._(NAMES[after.turn])
        return words._(
            "{colour} hands over the {value}. {partner} decides.", colour=colour, value=move[1], partner=partner
        )
    return " ".join([_tell_walk(before, code, words), *_tell_effects(before, move, after, flags, words)])


def _tell_walk(before: State, code: int, words: Words) -> str:
    """Return where a piece goes."""
    piece, target = int(rules.origin(code)), int(rules.landing(before, code))
    colour, height = words._(NAMES[before.turn]), _count(before, int(before.turn), piece)
    if target == HOME:
        if height > 1:
            return words._("{colour}: the pile of {n} steps Home.", colour=colour, n=height)
        return words._("{colour}: a piece steps Home.", colour=colour)
    if piece == CHARKONI:
        return words._("{colour}: a piece enters on step {step}.", colour=colour, step=target >> 1)
    if piece > LANE:
        start, end = piece - LANE, target - LANE
        return words._("{colour}: in the lane from cell {start} to {end}.", colour=colour, start=start, end=end)
    step = piece >> 1
    if target > LANE:
        return words._(
            "{colour}: from step {start} into the lane, to cell {end}.", colour=colour, start=step, end=target - LANE
        )
    if height > 1:
        return words._(
            "{colour}: the pile of {n} goes from step {start} to {end}.",
            colour=colour,
            n=height,
            start=step,
            end=target >> 1,
        )
    return words._("{colour}: from step {start} to {end}.", colour=colour, start=step, end=target >> 1)


def _tell_effects(before: State, move: str, after: State, flags: Flags, words: Words) -> list[str]:
    """Return what a walk brings."""
    told = []
    for event in events(before, move, after, flags):
        if event.kind == "merge":
            told.append(words._("They join: a pile of {n}.", n=event.value))
        elif event.kind == "capture":
            told.extend(
                words.ngettext(
                    "{colour} loses {n} piece to the Charkoni.",
                    "{colour} loses {n} pieces to the Charkoni.",
                    int(event.value),
                    colour=words._(NAMES[loser]),
                )
                for loser in _losers(before, after)
            )
        elif event.kind == "free":
            told.append(words._("{colour} may step Home now.", colour=words._(NAMES[int(before.turn) ^ PARTNER])))
        elif event.kind == "end":
            told.append(words._("All eight pieces of the team are Home!"))
    return told
