"""Lists: entries, pairings by table and by name, standings, crosstable, timetable, protests."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games.match_format import FORMATS
from charkoni.tournament.model import schedule
from charkoni.tournament.model.categories import rule_in_words
from charkoni.tournament.model.category_members import by_entry, categories, existing, members, remarks
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.tournament.model.event import OUTCOMES, Protest, Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.model.settings import TIEBREAKS, points_text, printed_points
from charkoni.tournament.model.times import local_time, time_of
from charkoni.tournament.pairing import openings
from charkoni.tournament.pairing.absentees import absentees
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.printouts import editions
from charkoni.tournament.printouts.dates import days, moment
from charkoni.tournament.printouts.document import CENTRE, RIGHT, Column, Grid, Sheet, Text
from charkoni.tournament.standings import teams
from charkoni.tournament.standings.crosstable import BYE, crosstable_of
from charkoni.tournament.standings.ranking import category_lines, places_text, standings
from charkoni.tournament.standings.round_tables import shown_result

_AFTER = N_("after round {round} of {rounds}")
_ROUND = N_("Round {round}")
PLACE, NUMBER, TABLE = Column(N_("Place"), RIGHT), Column(N_("No."), RIGHT), Column(N_("Table"), RIGHT)
NAME, CLUB, POINTS = Column(N_("Name"), wide=True), Column(N_("Club"), wide=True), Column(N_("Points"), RIGHT)
_MOVES_FIRST = N_("moves first")
_MOVES_SECOND = N_("moves second")
_FREE = N_("has the bye")
_CELLS = {
    "rounds": N_(
        "12a1: against number 12, moved first, won; b moved second, + and − are forfeits, * is a corrected result"
    ),
    "opponents": N_("a1: moved first, won; b moved second, + and − are forfeits, * is a corrected result"),
}
_TEAMS = {"club": N_("Clubs"), "region": N_("Regions"), "country": N_("Countries")}
_NO_TEAMS = {
    "club": N_("No club is entered."),
    "region": N_("No region is entered."),
    "country": N_("No country is entered."),
}
_MATCHES = N_("12a 3:1: against number 12, began the first game, won three games to one")


def under(words: Words, state: Tournament) -> tuple[str, ...]:
    """Return the lines under a title: name, place and dates of the event."""
    settings = state.settings
    dates = days(words, settings.start, settings.end)
    return tuple(part for part in (" · ".join(p for p in (settings.name, settings.place, dates) if p),) if part)


def grid(words: Words, columns: Iterable[Column], rows: Iterable[tuple[str, ...]]) -> Grid:
    """Return a grid whose headings are translated, but for the codes of tie-breaks."""
    heads = (
        column if column.head in ("", *TIEBREAKS) else replace(column, head=words._(column.head)) for column in columns
    )
    return Grid(tuple(heads), tuple(rows))


def shown_round(state: Tournament, number: int) -> Round:
    """Return a published round; raise WrongPhase for a draft or an unknown number."""
    if not 1 <= number <= len(state.rounds) or state.rounds[number - 1].state == "draft":
        raise refusal(WrongPhase, number, N_("there is no published round {round}"), round=number)
    return state.rounds[number - 1]


def pairings_sheet(words: Words, state: Tournament, number: int) -> Sheet:
    """Return the tables of a round with the points before it, the first mover on the left; raise WrongPhase."""
    round_ = shown_round(state, number)
    ids = {n: entry.id for n, entry in state.by_number().items()}
    points = {ids[line.number]: line.points for line in standings(state, number - 1)} if number > 1 else {}
    rows = []
    for board in round_.boards:
        one, other = (_seat(state, id_, points) for id_ in board.seats)
        if board.is_bye:
            other = ("", words._(_FREE), "")
        result = shown_result(state, board) + ("*" if board.corrected else "")
        rows.append((str(board.number), *one, result, other[2], other[0], other[1]))
        rows += [("", "", a, "", mark, "", "", b) for a, b, mark in team_lines(state, board)]
    before, result_ = Column("", RIGHT), Column(N_("Result"), CENTRE)
    first, second = Column(_MOVES_FIRST, wide=True), Column(_MOVES_SECOND, wide=True)
    parts: list[Grid | Text] = [grid(words, (TABLE, NUMBER, first, before, result_, before, NUMBER, second), rows)]
    if opening := openings.sentence(words, state.settings, number):
        parts.insert(0, Text((opening,)))
    if any(board.corrected for board in round_.boards):
        parts.append(Text((words._("* corrected after the round was closed"),)))
    absent = [
        f"{state.name(each.entry)} ({each.reason(words)})" for each in absentees(state, number) if not each.has_left
    ]
    if absent:
        parts.append(Text((words._("Not paired: {names}", names=", ".join(absent)),)))
    return Sheet(words._(_ROUND, round=number), under(words, state), tuple(parts), words.language)


def team_lines(state: Tournament, board: Board) -> list[tuple[str, str, str]]:
    """Return the boards of a match of teams as the first mover's side sees it: names of both players, result.

    Nothing for the bye, or a table of two players.  A dot marks who begins: on odd boards the team that moves first.
    """
    count = 0 if board.is_bye else FORMATS[state.settings.games].boards
    one, other = (
        [state.person(id_).member(place)[0] for place in state.line_up(board, id_, count)] if id_ else []
        for id_ in board.seats
    )
    marks = [mark[0] for mark in board.seen.boards] if board.seen else []
    shown = [*marks, *[""] * (count - len(marks))]
    return [
        (f"{place} {a} ●" if place % 2 else f"{place} {a}", b if place % 2 else f"{b} ●", printed_mark(mark))
        for place, (a, b, mark) in enumerate(zip(one, other, shown, strict=True), 1)
    ]


def printed_mark(mark: str) -> str:
    """Return the mark of a board as printed: 1, ½, 0, +, −."""
    return {"=": "½", "-": "−"}.get(mark, mark)


def _seat(state: Tournament, id_: int, points: dict[int, int]) -> tuple[str, str, str]:
    """Return number, name and points of an entry, empty for the id 0."""
    if not id_:
        return "", "", ""
    return str(state.entry(id_).number), state.name(id_), printed_points(points[id_]) if id_ in points else ""


def names_sheet(words: Words, state: Tournament, number: int) -> Sheet:
    """Return the seats of a round by name: Ivanov, table 7, moves first; raise WrongPhase."""
    rows = seat_rows(words, state, shown_round(state, number).boards)
    rows.sort(key=lambda row: sort_key(row[0], words.language))
    part = grid(words, (NAME, TABLE, Column("")), rows)
    return Sheet(words._(_ROUND, round=number), under(words, state), (part,), words.language)


def seat_rows(words: Words, state: Tournament, boards: Iterable[Board]) -> list[tuple[str, str, str]]:
    """Return name, table, and first or second move of the players at some tables."""
    seats = ((board, id_) for board in boards for id_ in (board.first, board.second) if id_)
    return [(state.name(id_), str(board.number), seat_words(words, board, id_)) for board, id_ in seats]


def seat_words(words: Words, board: Board, id_: int) -> str:
    """Return in words whether an entry moves first or second at its table, or has the bye."""
    if board.is_bye:
        return words._(_FREE)
    return words._(_MOVES_FIRST if board.mover == id_ else _MOVES_SECOND)


def standings_sheet(words: Words, state: Tournament, rounds: int | None = None, category: str = "") -> Sheet:
    """Return the standings after some rounds, by default after all that are closed; raise BadSetting.

    Below the table, the tie-breaks are explained.  category: only its members, with their places in it before their
    overall places.
    """
    after = state.closed if rounds is None else rounds
    lines = standings(state, after)
    names = state.settings.tiebreaks
    columns = (PLACE, NUMBER, NAME, CLUB, POINTS, *(Column(name, RIGHT) for name in names))
    by_number = state.by_number()
    rows = []
    for line in lines:
        if line.has_played:
            entry, place = by_number[line.number], places_text(line.place, line.last)
            numbers = (words.decimal(text) for text in (points_text(line.points), *map(str, line.values)))
            rows.append((place, str(line.number), state.name(entry.id), entry.club, *numbers))
    lines_under = (*under(words, state), words._(_AFTER, round=after, rounds=state.settings.rounds))
    if category:
        chosen = existing(state, category)
        own = category_lines(state, lines, members(state)[chosen.name])
        places = {str(line.number): places_text(first, last) for first, last, line in own}
        rows = [(places[row[1]], *row[1:], row[0]) for row in rows if row[1] in places]
        columns = (*columns, Column(N_("Of all"), RIGHT))
        lines = [line for _, _, line in own]
        lines_under = (*lines_under, f"{chosen.name}: {rule_in_words(words, chosen)}")
    if not any(row[3] for row in rows):
        columns, rows = columns[:3] + columns[4:], [row[:3] + row[4:] for row in rows]
    parts: list[Grid | Text] = [grid(words, columns, rows)]
    never = [state.name(by_number[line.number].id) for line in lines if not line.has_played]
    if never:
        parts.append(Text((words._("Never played: {names}", names=", ".join(never)),)))
    parts.append(Text(tuple(f"{name}: {words._(TIEBREAKS[name].text)}" for name in names)))
    sealed = editions.log_digest(words, state)
    parts.append(Text((*editions.lines(words, state.settings), *([sealed] if sealed else []))))
    title = words._(N_("Standings")) + (f" · {chosen.name}" if category else "")
    return Sheet(title, lines_under, tuple(parts), words.language)


def categories_sheet(words: Words, state: Tournament) -> Sheet:
    """Return the categories with their rules and members, and what does not fit together."""
    who = Column(N_("Members"), wide=True)
    columns = (Column(N_("Category")), who, Column(N_("How many"), RIGHT), who)
    groups = members(state)
    rows = []
    for category in categories(state):
        names = sorted((state.name(id_) for id_ in groups[category.name]), key=lambda n: sort_key(n, words.language))
        rows.append((category.name, rule_in_words(words, category), str(len(names)), ", ".join(names)))
    none = Text((words._(N_("There are no categories.")),))
    parts: list[Grid | Text] = [grid(words, columns, rows) if rows else none]
    found = tuple(remark.message(words) for remark in remarks(state))
    parts += [Text(found)] if found else []
    return Sheet(words._(N_("Categories")), under(words, state), tuple(parts), words.language)


def teams_sheet(words: Words, state: Tournament, kind: str, best: int) -> Sheet:
    """Return the standings of teams; raise BadSetting.

    kind: club, region or country.  best: how many members of a team count.
    """
    columns = (PLACE, Column(_TEAMS[kind], wide=True), POINTS, Column(N_("Who counts"), wide=True))
    rows = []
    for team in teams.teams(state, kind, best):
        points, who = words.decimal(points_text(team.points)), ", ".join(map(state.name, team.members))
        rows.append((places_text(team.place, team.last), team.name, points, who))
    lines = (*under(words, state), words._("the best {best} of each count", best=best))
    part = grid(words, columns, rows) if rows else Text((words._(_NO_TEAMS[kind]),))
    return Sheet(words._(_TEAMS[kind]), lines, (part,), words.language)


def crosstable_sheet(words: Words, state: Tournament) -> Sheet:
    """Return the crosstable."""
    crosstable = crosstable_of(state)
    columns = (PLACE, NUMBER, NAME, *(Column(head, CENTRE) for head in crosstable.head), POINTS)
    rows = tuple(
        (place, number, name, *(words._(cell) if cell == BYE else cell for cell in cells), words.decimal(points))
        for place, number, name, cells, points in crosstable.lines
    )
    title = words._(N_("Cross table"))
    legend = [words._(_CELLS[system_of(state.settings).crosstable])]
    legend += [words._(_MATCHES)] if FORMATS[state.settings.games].games > 1 else []
    parts: list[Grid | Text] = [grid(words, columns, rows), Text(tuple(legend))]
    return Sheet(title, under(words, state), tuple(parts), words.language, landscape=len(crosstable.head) > 7)


def timetable_sheet(words: Words, state: Tournament) -> Sheet:
    """Return the begins of the rounds and their latest ends."""
    settings = state.settings
    times = schedule.timetable(settings.times, settings.zone)
    length = timedelta(minutes=settings.round_minutes)
    columns = (Column(N_("Round"), RIGHT), Column(N_("Begins"), wide=True), Column(N_("Ends at the latest")))
    rows = tuple((str(n), moment(words, at), f"{at + length:%H:%M}") for n, at in enumerate(times, 1))
    lines = (*under(words, state), f"UTC{settings.zone}") if times else under(words, state)
    return Sheet(words._(N_("Timetable")), lines, (grid(words, columns, rows),), words.language)


def protests_sheet(words: Words, state: Tournament) -> Sheet:
    """Return the record of all protests: player, table, clause, decision, times by the venue's clock."""
    text, decision = Column(N_("Protest"), wide=True), Column(N_("Decision"), wide=True)
    times = (Column(N_("Filed")), Column(N_("Decided")))
    rows = [_protest(words, state, protest) for protest in state.protests]
    columns, none = (NUMBER, TABLE, NAME, Column(N_("Clause")), text, decision, *times), N_("There are no protests.")
    part = grid(words, columns, rows) if rows else Text((words._(none),))
    lines = (*under(words, state), f"UTC{state.settings.zone}") if rows else under(words, state)
    return Sheet(words._(N_("Protests")), lines, (part,), words.language, landscape=True)


def _protest(words: Words, state: Tournament, protest: Protest) -> tuple[str, ...]:
    outcome = words._(OUTCOMES[protest.outcome]) if protest.outcome else words._(N_("open"))
    decision = ", ".join(part for part in (f"{outcome}: {protest.decision}" if protest.decision else outcome,
                                           protest.decided_by) if part)  # fmt: skip
    zone = state.settings.zone
    times = (moment(words, local_time(zone, time_of(at))) if at else "" for at in (protest.at, protest.decided_at))
    table = f"{protest.round}/{protest.board}"
    return str(protest.number), table, state.name(protest.entry), protest.clause, protest.text, decision, *times


def entries_sheet(words: Words, state: Tournament) -> Sheet:
    """Return the list of entries by name, with boxes for the check-in."""
    marks, rating = Column(N_("Categories"), wide=True), Column(N_("Rating"), RIGHT)
    columns = (Column(N_("Here"), CENTRE), NUMBER, NAME, CLUB, marks, rating)
    own, rows = by_entry(state), []
    for entry in state.entries:
        number, found = str(entry.number or f"#{entry.id}"), ", ".join(own[entry.id])
        rows.append(("☐", number, state.name(entry.id), entry.club, found, str(entry.rating or "")))
    rows.sort(key=lambda row: sort_key(row[2], words.language))
    shown = [place for place in range(len(columns)) if place != 4 or any(row[4] for row in rows)]
    part = grid(words, (columns[i] for i in shown), (tuple(row[i] for i in shown) for row in rows))
    lists = editions.rating_lists(words, state)
    parts = (part, Text((lists,))) if lists else (part,)
    return Sheet(words._(N_("Entries")), under(words, state), parts, words.language)
