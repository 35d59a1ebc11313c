"""Handouts: result slips, player cards, table numbers, regulations, prizes, diplomas, a poster."""

from charkoni.core.errors import mark
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.profiles import departures, profiles
from charkoni.tournament.model.results import final_count
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.input import PairingInput, Slot
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.printouts.document import RIGHT, Column, Grid, Poster, Sheet, Slip, Text
from charkoni.tournament.printouts.sheets import plain, seat_words, shown_round, under
from charkoni.tournament.setting_texts import setting_names, value_text
from charkoni.tournament.standings import prizes
from charkoni.tournament.standings.crosstable import SIGNS
from charkoni.tournament.standings.ranking import standings
from charkoni.tournament.standings.tiebreaks import Value

_SLIP = mark("Round {round} · Table {table}")
_SIGNATURE = mark("signature of {name}")
_ROUNDS = mark("Rounds: {rounds}")
_CLOCK = mark("{minutes} minutes for each player, without increment; who oversteps the time loses")
_ROUND_TIME = mark("A round lasts at most {minutes} minutes; what is open then is decided by the arbiter")
_GAME = mark("Game: {game}")
_SCORES = mark("A win gives {win}, a draw {draw}, a loss {loss}; a bye of the pairing {bye}")
_LOTS = mark(
    "Who moves first is drawn by lot for every game; anybody can draw the lots again with the seed, which is "
    "published when the list is closed"
)
_BALANCED = mark("Who moves first follows from the pairing, which balances it over the rounds")
_GAMES = mark("Games of each round: {games}")
_FORFEIT = mark("Who has made no move after {minutes} minutes loses by forfeit")
_FAIR = mark("Online everybody plays alone, without a computer and without advice")
_WATCHED = mark(
    "Of games online it is recorded how long each move takes, and how long a player on the move has the window of the "
    "game out of sight or without focus; arbiters see it as a hint, it proves nothing"
)
_HALF_BYES = mark("Half-point byes on request: at most {most}, until round {last}")
_TIES = mark("Equal points are decided by: {names}; after all of them the place is shared")
_BAKU = mark("The first rounds are accelerated (Baku)")
_TIE_EDITION = mark("Tie-breaks are counted by FIDE C.07, ruleset {edition}")
_BYES = mark("Announced absence brings no point; a forfeit is no game, and the two may be paired again")
_SEAL = mark("SHA-256 of the seed of all lots: {seal}")
_SEED = mark("Seed of all lots: {seed}")
UNOFFICIAL = mark("Not official any more: a rule of the pairing was set aside")


def slips(words: Words, state: Tournament, number: int, address: str = "") -> Sheet:
    """Return the result slips of a round, without the bye; raise NotNow.  address: of the event's pages, for codes."""
    round_ = shown_round(state, number)
    parts = []
    count = final_count(state.settings)
    box = words._(count.box) if count else ""
    for board in round_.boards:
        if board.is_bye:
            continue
        sides = tuple((seat_words(words, board, id_), state.name(id_)) for id_ in board.seats)
        head = (state.settings.name, words._(_SLIP, round=number, table=board.number))
        code = f"{address.rstrip('/')}/round/{number}/board/{board.number}" if address else ""
        signatures = tuple(words._(_SIGNATURE, name=name) for _, name in sides)
        results = ("1 : 0", "½ : ½", "0 : 1")
        parts.append(Slip(head, (sides[0], sides[1]), box, results, (signatures[0], signatures[1]), code))
    return Sheet(words._(mark("Result slips")), under(words, state), tuple(parts), words.language)


def cards(words: Words, state: Tournament) -> Sheet:
    """Return a card for each player with the rounds so far and the terms of tie-breaks."""
    pairing_input = input_after(state)
    heads = (mark("Round"), mark("Opponent"), "", mark("Result"), mark("Points"))
    columns = tuple(
        Column(head and words._(head), RIGHT if head == "Points" else "l", wide=head == "Opponent") for head in heads
    )
    parts: list[Grid | Text] = []
    lines = {line.number: line for line in standings(state)}
    for number, entry in sorted(state.by_number().items()):
        parts.append(Text((f"{number} {state.name(entry.id)}",), heading=True))
        rows = [
            _card_row(words, state, pairing_input, number, round_, slot)
            for round_, slot in enumerate(pairing_input.player(number).slots, 1)
        ]
        parts.append(Grid(columns, tuple(rows)))
        values = zip(state.settings.tiebreaks, lines[number].values, strict=True)
        parts.append(Text(tuple(line for name, value in values if (line := _terms(name, value)))))
    return Sheet(words._(mark("Player cards")), under(words, state), tuple(parts), words.language)


def _terms(name: str, value: Value) -> str:
    """Return a tie-break as the sum of its terms; cut terms stand in brackets."""
    if value.is_place or not value.terms:
        return f"{name} {value}"
    shown = [f"[{Value(t.value, value.unit)}]" if t.cut else str(Value(t.value, value.unit)) for t in value.terms]
    return f"{name} {value} = {' + '.join(shown)}"


def _card_row(
    words: Words, state: Tournament, pairing_input: PairingInput, number: int, round_: int, slot: Slot
) -> tuple[str, str, str, str, str]:
    opponent = state.name(state.by_number()[slot.opponent].id) if slot.opponent else "–"
    board = state.rounds[round_ - 1].board_of(state.by_number()[number].id)
    side = seat_words(words, board, state.by_number()[number].id) if board and slot.opponent else ""
    points = points_text(pairing_input.score(pairing_input.player(number), round_))
    return str(round_), opponent, side, words._(SIGNS.get(slot.mark, slot.mark)), points


def table_numbers(words: Words, state: Tournament) -> Sheet:
    """Return large table numbers, a page each."""
    count = max((len(state.entries) + 1) // 2, 1)
    parts = tuple(Poster(((str(number), 4),)) for number in range(1, count + 1))
    return Sheet(words._(mark("Table numbers")), (), parts, words.language)


def poster(words: Words, state: Tournament, address: str = "") -> Sheet:
    """Return the poster of the event with the QR code of its pages."""
    settings = state.settings
    dates = " – ".join(part for part in (settings.start, settings.end) if part)
    lines = [(settings.name or "–", 3), (settings.place, 2), (dates, 2)]
    lines.append((words._(mark("Pairings, results, standings: scan this code")) if address else "", 2))
    page = Poster(tuple(line for line in lines if line[0]), address)
    return Sheet(settings.name or "–", (), (page,), words.language)


def regulations(words: Words, state: Tournament) -> Sheet:
    """Return the regulations of the event by its settings, numbered sentences."""
    settings, points = state.settings, state.settings.points
    lines = [
        words._(_GAME, game=names.game_name(words, named(settings.game))),
        words._(system_of(settings).regulation, edition=settings.edition),
        words._(_ROUNDS, rounds=settings.rounds or "–"),
        words._(_CLOCK, minutes=settings.clock),
        words._(_ROUND_TIME, minutes=settings.round_minutes),
        words._(
            _SCORES, win=plain(points.win), draw=plain(points.draw), loss=plain(points.loss), bye=plain(points.bye)
        ),
        words._(_BYES),
        words._(_LOTS if settings.first == "lots" else _BALANCED),
        words._(_FORFEIT, minutes=settings.forfeit_after),
    ]
    if settings.boards != "tables":
        lines += [words._(_FAIR), words._(_WATCHED)]
    if settings.games != "1":
        lines.append(words._(_GAMES, games=value_text(words, "games", settings.games)))
    if settings.half_byes:
        lines.append(words._(_HALF_BYES, most=settings.half_byes, last=settings.half_bye_last or settings.rounds))
    if settings.accelerated:
        lines.append(words._(_BAKU))
    lines.append(words._(_TIES, names=", ".join(settings.tiebreaks)))
    lines.append(words._(_TIE_EDITION, edition=settings.tiebreak_edition))
    lines.append(words._(_SEAL, seal=lots.seal(settings.seed)))
    if lots.is_public(state.phase):
        lines.append(words._(_SEED, seed=settings.seed))
    if not state.official:
        lines.append(words._(UNOFFICIAL))
    departs = departures(dump(settings))
    if departs:
        lines.append(words._(profiles()[settings.profile].departure, names=setting_names(words, departs)))
    numbered = tuple(f"{number}. {line}." for number, line in enumerate(lines, 1))
    return Sheet(words._(mark("Regulations")), under(words, state), (Text(numbered),), words.language)


def prize_list(words: Words, state: Tournament) -> Sheet:
    """Return the prizes by fund, with amounts where the settings have some."""
    awards = prizes.awards(state)
    has_money = any(award.amount for award in awards)
    columns = (
        Column(words._(mark("Place")), RIGHT),
        Column(words._(mark("Name")), wide=True),
        Column(words._(mark("Points")), RIGHT),
        *((Column(words._(mark("Prize")), RIGHT),) if has_money else ()),
    )
    parts: list[Grid | Text] = []
    for category in prizes.funds(state):
        rows = tuple(
            (str(award.rank), state.name(award.entry), points_text(award.points))
            + ((_money(award.amount),) if has_money else ())
            for award in awards
            if award.category == category
        )
        parts += [Text((category or words._(mark("All")),), heading=True), Grid(columns, rows)]
    return Sheet(words._(mark("Prizes")), under(words, state), tuple(parts), words.language)


def _money(hundredths: int) -> str:
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def diplomas(words: Words, state: Tournament, most: int = 3) -> Sheet:
    """Return a page for each of the first places."""
    by_number = state.by_number()
    parts = []
    for line in standings(state)[:most]:
        name = state.name(by_number[line.number].id)
        place = words._(mark("Place {place}"), place=line.place)
        arbiter = words._("Arbiter: {name}", name=state.settings.arbiter or "________________")
        where = " · ".join(part for part in (state.settings.place, state.settings.end or state.settings.start) if part)
        lines = (
            (words._(mark("Diploma")), 3),
            (state.settings.name, 2),
            (name, 3),
            (place, 2),
            (where, 1),
            (arbiter, 1),
        )
        parts.append(Poster(tuple(item for item in lines if item[0])))
    return Sheet(words._(mark("Diplomas")), (), tuple(parts), words.language, framed=True)
