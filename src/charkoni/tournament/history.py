"""From a tournament to the field that pairing, checks and tie-breaks see."""

from charkoni.tournament.field import ABSENT, Ban, Boost, Field, Player, Slot, baku
from charkoni.tournament.model import Board, Entry, Round, Tournament


def field_before(tournament: Tournament, round_: int) -> Field:
    """Return the field as it is to be paired in a round, by today's pairing numbers."""
    return _field(tournament, tournament.rounds[: round_ - 1], round_)


def field_after(tournament: Tournament, rounds: int | None = None) -> Field:
    """Return the field after some rounds, by default all that are published or closed."""
    done = [round_ for round_ in tournament.rounds if round_.state != "draft"]
    return _field(tournament, done if rounds is None else done[:rounds], 0)


def _field(tournament: Tournament, rounds: "tuple[Round, ...] | list[Round]", next_: int) -> Field:
    settings = tournament.settings
    numbered = sorted((entry for entry in tournament.entries if entry.number), key=lambda entry: entry.number)
    number_of = {entry.id: entry.number for entry in numbered}
    tables = [_slots(tournament, round_, number_of) for round_ in rounds]
    players = tuple(
        Player(
            entry.number,
            tuple(table.get(entry.id, ABSENT) for table in tables),
            entry.rating,
            absence(entry, next_) if next_ else "",
        )
        for entry in numbered
    )
    bans = tuple(
        Ban(ban.first, ban.last, tuple(number_of[id_] for id_ in ban.entries if id_ in number_of))
        for ban in tournament.prohibitions
    )
    return Field(
        players, settings.rounds, tournament.initial or "w", settings.points, bans, boosts(tournament, len(players))
    )


def boosts(tournament: Tournament, count: int) -> tuple[Boost, ...]:
    """Return the virtual points of a field of `count`."""
    settings = tournament.settings
    if tournament.boosts:
        return tournament.boosts
    if not settings.accelerated or settings.system != "swiss":
        return ()
    return baku(count, settings.rounds, settings.points.win)


def absence(entry: Entry, round_: int) -> str:
    """Return why an entry is not paired in a round: H, F, Z, or nothing when it is to be paired."""
    if entry.expelled or (entry.left and entry.left <= round_):
        return "Z"
    asked = dict(entry.asked).get(round_, "")
    return asked or ("" if entry.here else "Z")


def _slots(tournament: Tournament, round_: Round, number_of: dict[int, int]) -> dict[int, Slot]:
    """Return what every entry did in a round, by id."""
    slots = {id_: Slot(mark=mark) for id_, mark in round_.away}
    for board in round_.boards:
        if board.is_bye:
            slots[board.first] = Slot(mark="U")
        else:
            first, second = marks(board)
            slots[board.first] = Slot(number_of[board.second], "w", first)
            slots[board.second] = Slot(number_of[board.first], "b", second)
    return slots


def marks(board: Board) -> tuple[str, str]:
    """Return the marks of a board; an open or adjourned game counts as a draw for now."""
    if board.result is None or board.result.adjourned:
        return "=", "="
    return board.result.first, board.result.second
