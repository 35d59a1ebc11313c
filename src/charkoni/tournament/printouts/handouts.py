"""Handouts: result slips, badges, player cards, table numbers, prizes, diplomas, a poster."""

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games.match_format import FORMATS, MatchFormat
from charkoni.tournament.model.category_members import by_entry, members
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.results import final_count
from charkoni.tournament.model.settings import TIEBREAKS, points_text
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.printouts.dates import day, days
from charkoni.tournament.printouts.document import RIGHT, Badge, Column, Grid, Poster, Sheet, Slip, Text
from charkoni.tournament.printouts.sheets import NAME, PLACE, POINTS, grid, seat_words, shown_round, team_lines, under
from charkoni.tournament.standings import prizes
from charkoni.tournament.standings.player_rounds import PlayerRound, player_rounds
from charkoni.tournament.standings.ranking import Line, category_lines, places_text, standings
from charkoni.tournament.standings.tiebreaks import Value

_RESULTS = ("1 : 0", "½ : ½", "0 : 1")
_CARD = N_("Keep this card: with the code you see your table and report your results")
_INSTEAD = N_("{who} ({points}) has prize {rank} of “{fund}” instead: one prize a person, the largest")
_DIPLOMA, _CERTIFICATE = N_("Diploma"), N_("Certificate")
_TOOK_PART = N_("took part in the tournament: place {place} of {count}, {points} points")
MOST_DIPLOMAS = 3


def slips(words: Words, state: Tournament, number: int, address: str = "") -> Sheet:
    """Return the result slips of a round, without the bye; raise WrongPhase.  address: of the event's pages."""
    round_ = shown_round(state, number)
    parts = []
    match = FORMATS[state.settings.games]
    is_single = match.games == 1
    count = final_count(state.settings)
    own = (words._(count.box),) if count else ()
    boxes = (own, own) if is_single else _game_boxes(words, match)
    for board in round_.boards:
        if board.is_bye:
            continue
        sides = tuple((seat_words(words, board, id_), state.name(id_)) for id_ in board.seats)
        head = [state.settings.name, words._("Round {round} · Table {table}", round=number, table=board.number)]
        head += [] if is_single else [words._("● begins; write 1, ½ or 0")]
        head += [f"{a} – {b}" for a, b, _ in team_lines(state, board)]
        page = f"{address.rstrip('/')}/round/{number}/board/{board.number}"
        codes = tuple(f"{page}?player={id_}" if address else "" for id_ in board.seats)
        signatures = tuple(words._("signature of {name}", name=name) for _, name in sides)
        parts.append(Slip(tuple(head), sides, boxes, _RESULTS if is_single else (), signatures, codes))
    return Sheet(words._(N_("Result slips")), under(words, state), tuple(parts), words.language)


def _game_boxes(words: Words, match: MatchFormat) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the labels of the boxes for the games of a match and their sum; a dot where the side begins the game."""
    own, other = [], []
    for game in range(1, match.games + 1):
        begins = game <= match.in_turn and (1 if match.begins_as_first(game) else 2)
        own.append(f"{game} ●" if begins == 1 else str(game))
        other.append(f"{game} ●" if begins == 2 else str(game))
    total = words._("sum")
    return (*own, total), (*other, total)


def badges(words: Words, state: Tournament, address: str = "") -> Sheet:
    """Return a badge and a card for each player, by name.  address: of the event's pages, for the codes on the cards.

    The links lead to the own page of an entry; a server adds their keys and the personal codes.
    """
    own = by_entry(state)
    parts = []
    for entry in sorted(state.entries, key=lambda entry: sort_key(state.name(entry.id), words.language)):
        about = (entry.title, str(entry.rating or ""), entry.club, entry.country)
        lines = (" · ".join(filter(None, about)), ", ".join(own[entry.id]))
        link = f"{address.rstrip('/')}/me/{entry.id}" if address else ""
        number = str(entry.number) if entry.number else f"#{entry.id}"
        name, event = state.name(entry.id), state.settings.name
        parts.append(Badge(number, name, event, tuple(filter(None, lines)), "", link, words._(_CARD)))
    return Sheet(words._(N_("Badges and cards")), under(words, state), tuple(parts), words.language)


def cards(words: Words, state: Tournament) -> Sheet:
    """Return a card for each player with the rounds so far and the terms of tie-breaks."""
    pairing_input = input_after(state)
    opponent = Column(N_("Opponent"), wide=True)
    columns = (Column(N_("Round")), opponent, Column(""), Column(N_("Result")), POINTS)
    parts: list[Grid | Text] = []
    lines = {line.number: line for line in standings(state)}
    for number, entry in sorted(state.by_number().items()):
        parts.append(Text((f"{number} {state.name(entry.id)}",), heading=True))
        rounds = player_rounds(state, entry.id, pairing_input)
        parts.append(grid(words, columns, [_card_row(words, state, entry, each) for each in rounds]))
        values = zip(state.settings.tiebreaks, lines[number].values, strict=True)
        parts.append(Text(tuple(_terms(words, name, value) for name, value in values)))
    meanings = tuple(f"{name}: {words._(TIEBREAKS[name].text)}" for name in state.settings.tiebreaks)
    parts.append(Text((*meanings, words._("Text in square brackets does not count."))))
    return Sheet(words._(N_("Player cards")), under(words, state), tuple(parts), words.language)


def _terms(words: Words, name: str, value: Value) -> str:
    """Return a tie-break as the sum of its terms, with cut terms in brackets."""
    if value.is_place or not value.terms:
        return words.decimal(f"{name} {value}")
    shown = [f"[{Value(t.value, value.unit)}]" if t.cut else str(Value(t.value, value.unit)) for t in value.terms]
    return words.decimal(f"{name} {value} = {' + '.join(shown)}")


def _card_row(words: Words, state: Tournament, entry: Entry, past: PlayerRound) -> tuple[str, str, str, str, str]:
    opponent = state.name(past.opponent.id) if past.opponent else "–"
    side = seat_words(words, past.board, entry.id) if past.board and past.opponent else ""
    result = words._(past.result) if past.result else ""
    shown = f"{result} ({past.score})" if result and past.score else result
    return str(past.round), opponent, side, shown, words.decimal(past.points)


def table_numbers(words: Words, state: Tournament) -> Sheet:
    """Return large table numbers, a page each."""
    count, first = max((len(state.entries) + 1) // 2, 1), state.settings.first_table
    parts = tuple(Poster(((str(number), 4),)) for number in range(first, first + count))
    return Sheet(words._(N_("Table numbers")), (), parts, words.language)


def poster(words: Words, state: Tournament, address: str = "") -> Sheet:
    """Return the poster of the event with the QR code of its pages."""
    settings = state.settings
    lines = [(settings.name or "–", 3), (settings.place, 2), (days(words, settings.start, settings.end), 2)]
    lines.append((words._(N_("Pairings, results, standings: scan this code")) if address else "", 2))
    page = Poster(tuple(line for line in lines if line[0]), address)
    return Sheet(settings.name or "–", (), (page,), words.language)


def prize_list(words: Words, state: Tournament) -> Sheet:
    """Return the prizes by fund, with amounts where the settings have some."""
    awards = prizes.awards(state)
    has_money = any(award.amount for award in awards)
    columns = (PLACE, NAME, POINTS, *((Column(N_("Prize"), RIGHT),) if has_money else ()))
    parts: list[Grid | Text] = []
    over = prizes.passed_over(state, awards)
    for category in prizes.funds(state):
        rows = tuple(
            (str(award.rank), state.name(award.entry), words.decimal(points_text(award.points)))
            + ((_money(award.amount),) if has_money else ())
            for award in awards
            if award.category == category
        )
        parts.append(Text((category or words._(N_("All")),), heading=True))
        parts.append(grid(words, columns, rows) if rows else Text((words._(_no_winner(state, category)),)))
        if over[category]:
            parts.append(Text(tuple(_instead(words, state, award) for award in over[category])))
    return Sheet(words._(N_("Prizes")), under(words, state), tuple(parts), words.language)


def _no_winner(state: Tournament, category: str) -> str:
    """Return why a fund awards no prize: it has no member, none has played, or all have other prizes."""
    by_number = state.by_number()
    ids = members(state).get(category, ()) if category else [entry.id for entry in state.entries]
    if category and not ids:
        return N_("Nobody on the list belongs to this category.")
    if not state.closed or not any(line.has_played and by_number[line.number].id in ids for line in standings(state)):
        return N_("Nobody eligible for this prize has played yet.")
    return N_("All players eligible for this prize have another one.")


def _instead(words: Words, state: Tournament, award: prizes.Award) -> str:
    """Return the sentence about a player who has another prize instead."""
    fund = award.category or words._(N_("All"))
    points = words.decimal(points_text(award.points))
    return words._(_INSTEAD, who=state.name(award.entry), points=points, fund=fund, rank=award.rank)


def _money(hundredths: int) -> str:
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def diplomas(words: Words, state: Tournament, most: int = MOST_DIPLOMAS) -> Sheet:
    """Return a page for each of the first places of all, and of each category; equal players share a place."""
    lines = _played(state)
    by_number = state.by_number()
    parts = [
        _page(words, state, by_number[line.number].id, _DIPLOMA, words._("Place {place}", place=line.place))
        for line in lines
        if line.place <= most
    ]
    for category, ids in members(state).items():
        for place, _, line in category_lines(state, lines, ids):
            if place <= most:
                text = words._("Place {place} in the category “{category}”", place=place, category=category)
                parts.append(_page(words, state, by_number[line.number].id, _DIPLOMA, text))
    return Sheet(words._(N_("Diplomas")), (), tuple(parts), words.language, framed=True)


def certificates(words: Words, state: Tournament) -> Sheet:
    """Return a page for every player with a game, with place and points."""
    lines, by_number = _played(state), state.by_number()
    parts = []
    for line in lines:
        place = places_text(line.place, line.last)
        text = words._(_TOOK_PART, place=place, count=len(lines), points=words.decimal(points_text(line.points)))
        parts.append(_page(words, state, by_number[line.number].id, _CERTIFICATE, text))
    return Sheet(words._(N_("Certificates")), (), tuple(parts), words.language, framed=True)


def _played(state: Tournament) -> list[Line]:
    return [line for line in standings(state) if line.has_played]


def _page(words: Words, state: Tournament, entry: int, title: str, text: str) -> Poster:
    settings = state.settings
    where = " · ".join(part for part in (settings.place, day(words, settings.end or settings.start)) if part)
    lines = ((words._(title), 3), (settings.name, 2), (state.name(entry), 3), (text, 2), (where, 1))
    signature = (words._("Chief arbiter"), settings.arbiter)
    return Poster(tuple(line for line in lines if line[0]), signature=signature)
