"""Events, labels and sentences about the moves of Chaupar."""

from charkoni.core.board_types import Event, PieceSlot, SlotPair
from charkoni.core.constants import OVER
from charkoni.core.errors import N_
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.chaupar import rules
from charkoni.games.chaupar.catalog import CATALOG
from charkoni.games.chaupar.cells import COLOURS, zone_of
from charkoni.games.chaupar.moves import faces_of, joins, moves, sticks
from charkoni.games.chaupar.rules import CHARKONI, HOME, LANE, PARTNER, STEPS, WAY


def events(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return the use of the stick, the walk with joins and captures, and the end, in this order."""
    if move.startswith("["):
        fallen: tuple[SlotPair, ...] = tuple((None, PieceSlot("die", i)) for i in range(3))
        return [Event("throw", fallen, value=move[1:-1])]
    code = moves(flags).read(move)
    if not rules.moves_piece(code):
        is_handed = code < rules.DROP
        used = _used(before, code, flags, PieceSlot("handed") if is_handed else None)
        return [Event("hand" if is_handed else "pass", used, value=move[1])]
    happened = [Event("lift", _used(before, code, flags, None), value="+".join(faces_of(code, flags["dice"])))]
    happened.extend(_walk(before, after, code))
    partner = int(before.turn) ^ PARTNER
    if rules.may_step_home(after, partner) and not rules.may_step_home(before, partner):
        happened.append(Event("free", ((PieceSlot(f"lock-{COLOURS[partner]}"), None),), zone=zone_of(partner, HOME)))
    if after.turn == OVER:
        left = len(sticks(before, flags)) - (before.handed == 0) * len(faces_of(code, flags["dice"]))
        void: tuple[SlotPair, ...] = tuple((PieceSlot("die", i), None) for i in range(left))
        happened.append(Event("end", (*void, (PieceSlot("turn"), None))))
    return happened


def _used(before: State, code: int, flags: Flags, to: PieceSlot | None) -> tuple[SlotPair, ...]:
    """Return the slots of the used sticks and of those that move up."""
    if before.handed:
        return ((PieceSlot("handed"), to),)
    left = sticks(before, flags)
    values = faces_of(code, flags["dice"])
    used = [left.index(face) + values[:place].count(face) for place, face in enumerate(values)]
    rest = [i for i in range(len(left)) if i not in used]
    moved_up = ((PieceSlot("die", i), PieceSlot("die", place)) for place, i in enumerate(rest) if i != place)
    return (*((PieceSlot("die", i), to) for i in used), *moved_up)


def _count(s: State, colour: int, piece: int) -> int:
    return int((s.pieces[colour] == piece).sum())


def _walk(before: State, after: State, code: int) -> list[Event]:
    """Return the walk of a piece or pile, and its join or capture.

    It lands on top of the pieces on the cell; captured enemies are then removed from below it.
    """
    me, piece, target = int(before.turn), int(rules.origin(code)), int(rules.landing(before, code))
    start, end = zone_of(me, piece), zone_of(me, target)
    foot = _count(after, me, piece)
    moving = _count(before, me, piece) - foot
    there = _count(before, me, target)
    if target <= LANE:
        there = int(before.cells[rules.cell_of(me, target >> 1)]) & 7
    moved: tuple[SlotPair, ...] = tuple((PieceSlot(start, foot + i), PieceSlot(end, there + i)) for i in range(moving))
    if moving > 1:
        moved += ((PieceSlot(f"{start}#"), None if there > 1 or target == HOME else PieceSlot(f"{end}#")),)
    kind = "enter" if piece == CHARKONI else "home" if target == HOME else "move"
    steps, is_turning_in = range(1, int(rules.steps_of(before, code)) + 1), bool(rules.turns_in(code))
    places = (piece, *(int(rules.advanced(before, piece, step, is_turning_in)) for step in steps))
    happened = [Event(kind, moved, tuple(zone_of(me, place) for place in places), end)]
    losers = _losers(before, after)
    happened.extend(_capture(before, loser, end, there, moving) for loser in losers)
    if there and not losers and target != HOME:
        badge: tuple[SlotPair, ...] = ((None, PieceSlot(f"{end}#")),) if there == moving == 1 else ()
        happened.append(Event("merge", badge, zone=end, value=str(there + moving)))
    return happened


def _losers(before: State, after: State) -> list[int]:
    """Return the colour, if any, whose pieces a move has sent back to their Charkoni, as a list."""
    return [colour for colour in range(4) if _count(after, colour, CHARKONI) > _count(before, colour, CHARKONI)]


def _capture(before: State, enemy: int, zone: str, height: int, moving: int) -> Event:
    """Return the enemies' way back to their Charkoni and the fall of the pieces above them."""
    charkoni, waiting = zone_of(enemy, CHARKONI), _count(before, enemy, CHARKONI)
    back = tuple((PieceSlot(zone, i), PieceSlot(charkoni, waiting + i)) for i in range(height))
    settled = tuple((PieceSlot(zone, height + i), PieceSlot(zone, i)) for i in range(moving))
    return Event("capture", (*back, *settled), zone=zone, value=str(height))


def labels(s: State, flags: Flags, words: Words) -> dict[str, str]:
    """Return the labels of cells, in the own steps of the decider or thrower, and of chips."""
    acting = int(s.turn) if s.turn >= 0 else int(s.thrower)
    labelled = {}
    for step in range(1, STEPS + 1):
        name = N_("step {n}, castle") if rules.IS_CASTLE[step] else N_("step {n}")
        labelled[zone_of(acting, 2 * step)] = words._("{cell}: empty", cell=words._(name, n=step))
    for colour, own in enumerate(s.pieces.tolist()):
        for cell in range(1, 8):
            lane = CATALOG.say(words, "lane", colour, n=cell)
            labelled[zone_of(colour, LANE + cell)] = words._("{cell}: empty", cell=lane)
        labelled[zone_of(colour, CHARKONI)] = CATALOG.say(words, "charkoni", colour, n=own.count(CHARKONI))
        labelled[zone_of(colour, HOME)] = CATALOG.say(words, "home", colour, n=own.count(HOME))
    _label_pieces(s, acting, words, labelled)
    _label_chips(s, flags, words, labelled)
    return labelled


def _label_pieces(s: State, acting: int, words: Words, labelled: dict[str, str]) -> None:
    """Replace the labels of the cells with pieces."""
    steps = {zone_of(acting, 2 * step): step for step in range(1, STEPS + 1)}
    for colour, own in enumerate(s.pieces.tolist()):
        paint = CATALOG.say(words, "paint", colour)
        for piece in sorted(set(own) - {CHARKONI, HOME}):
            n = own.count(piece)
            if piece > LANE:
                cell, has_lap = CATALOG.say(words, "lane", colour, n=piece - LANE), False
            else:
                step = steps[zone_of(colour, piece)]
                name = N_("step {n}, castle") if rules.IS_CASTLE[step] else N_("step {n}")
                cell, has_lap = words._(name, n=step), bool(piece & 1)
            pile, left = _pile_label(words, cell, paint, n, has_lap=has_lap), WAY - int(rules.progress(piece))
            labelled[zone_of(colour, piece)] = CATALOG.count(words, "way-home", left, pile=pile)


def _pile_label(words: Words, cell: str, paint: str, n: int, *, has_lap: bool) -> str:
    if has_lap:
        if n == 1:
            return words._("{cell}: {colour}, one piece, lap completed", cell=cell, colour=paint)
        return words._("{cell}: {colour}, pile of {n}, lap completed", cell=cell, colour=paint, n=n)
    if n == 1:
        return words._("{cell}: {colour}, one piece", cell=cell, colour=paint)
    return words._("{cell}: {colour}, pile of {n}", cell=cell, colour=paint, n=n)


def _label_chips(s: State, flags: Flags, words: Words, labelled: dict[str, str]) -> None:
    for value in flags["dice"]:
        labelled[f"die-{value}"] = words._("use the {value}", value=value)
        labelled[f"hand-{value}"] = words._("hand the {value} to the partner", value=value)
        labelled[f"leave-{value}"] = (
            words._("decline the {value}", value=value) if s.handed else words._("leave the {value}", value=value)
        )
    for values in joins(flags["dice"]) if flags["joined"] == "on" else ():
        labelled[f"join-{values}"] = words._("use {values} as one move", values=" + ".join(values))
    labelled["turn-in"] = words._("turn in to the lane")
    labelled["go-on"] = words._("go on for a further lap")


def describe(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    """Return sentences about a throw, or about a move and its effects."""
    if move.startswith("["):
        return words._("{side} throws {values}.", side=CATALOG.players[before.thrower], values=", ".join(move[1:-1]))
    side = CATALOG.players[before.turn]
    code = moves(flags).read(move)
    if rules.DROP <= code < rules.JOINED:
        if before.handed:
            return words._("{side} declines the {value}.", side=side, value=move[1])
        return words._("{side} leaves the {value} unused.", side=side, value=move[1])
    if not rules.moves_piece(code):
        partner = CATALOG.players[after.turn]
        return words._("{side} hands over the {value}. {partner} decides.", side=side, value=move[1], partner=partner)
    return " ".join([_walk_sentence(before, code, words), *_effect_sentences(before, move, after, flags, words)])


def _walk_sentence(before: State, code: int, words: Words) -> str:
    """Return the sentence about the walk of a piece or pile."""
    piece, target = int(rules.origin(code)), int(rules.landing(before, code))
    side, height = CATALOG.players[before.turn], _count(before, int(before.turn), piece)
    if target == HOME:
        if height > 1:
            return words._("{side}: the pile of {n} steps Home.", side=side, n=height)
        return words._("{side}: a piece steps Home.", side=side)
    if piece == CHARKONI:
        return words._("{side}: a piece enters on step {step}.", side=side, step=target >> 1)
    start, end = (place - LANE if place > LANE else place >> 1 for place in (piece, target))
    values = {"side": side, "n": height, "start": start, "end": end}
    if piece > LANE:
        return words._("{side}: in the lane from cell {start} to {end}.", **values)
    if target > LANE:
        return words._("{side}: from step {start} into the lane, to cell {end}.", **values)
    if height > 1:
        return words._("{side}: the pile of {n} goes from step {start} to {end}.", **values)
    return words._("{side}: from step {start} to {end}.", **values)


def _effect_sentences(before: State, move: str, after: State, flags: Flags, words: Words) -> list[str]:
    """Return the sentences about joins, captures, an opened lane and the end."""
    sentences = []
    for event in events(before, move, after, flags):
        if event.kind == "merge":
            sentences.append(words._("They join: a pile of {n}.", n=event.value))
        elif event.kind == "capture":
            losers = (CATALOG.players[loser] for loser in _losers(before, after))
            sentences += [CATALOG.count(words, "loses", int(event.value), side=side) for side in losers]
        elif event.kind == "free":
            sentences.append(words._("{side} may step Home now.", side=CATALOG.players[int(before.turn) ^ PARTNER]))
        elif event.kind == "end":
            sentences.append(words._("All eight pieces of the team are Home!"))
    return sentences
