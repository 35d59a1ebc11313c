"""The regulations of an event as a booklet: equipment, rules with boards, lots, rounds, clocks, points, prizes.

Every sentence follows from the settings and the game's folder.  Where the profile of the event has a text, a sign
before each sentence shows whether that text states it (`core.catalog.Verdict`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from charkoni.core.catalog import CompetitionProfile, Provenance
from charkoni.core.errors import N_
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.games.match_format import FORMATS
from charkoni.tournament.model import schedule
from charkoni.tournament.model.categories import checked_fund, rule_in_words
from charkoni.tournament.model.category_members import categories
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.profiles import departures, profiles
from charkoni.tournament.model.results import final_count
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.model.settings import ARTICLES, Settings, printed_points
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.printouts import dates
from charkoni.tournament.printouts.document import Item, Sheet, Text
from charkoni.tournament.printouts.game_rules import Rule, annex, equipment, rules
from charkoni.tournament.printouts.sheets import under
from charkoni.tournament.setting_texts import setting_names
from charkoni.tournament.standings.tiebreak_names import MEANINGS

SIGNS = {Provenance.SAID: "●", Provenance.READ: "□", Provenance.ADDED: "○", None: ""}

_GAME = N_("The game is {game}.")
_ARBITER = N_("The chief arbiter is {name}. Where these regulations are silent the chief arbiter decides.")
_TABLES = N_("{players} players need {tables} tables, each with a board, its pieces and a clock.")
_LOTS_MATCH = N_("Before every match a lot decides who moves first.")
_BALANCED = N_("Who moves first follows from the pairing, which balances it over the rounds.")
_FIRST_SIDE = N_("A lot decides whether number 1 of the list moves first in round 1.")
_THIRD_GAME = N_("In the second game of a round the other player moves first; before a third game there is a lot.")
_SEALED = N_(
    "All lots follow from a seed that stays secret until the end of the event. So that nobody can "
    "change it, its seal (SHA-256) is published from the beginning: {seal}"
)
_OPENED = N_("After the event the seed is published; with it anybody can repeat all lots.")
_ROUNDS_LATER = N_("The number of rounds is fixed when the list is closed.")
_TWO_GAMES = N_("A round is a match of two games; together they count as one result.")
_BEST_OF_THREE = N_("A round is a match of at most three games; the third is played only at 1 : 1.")
_SETS = N_(
    "A round is a match of at most {sets} sets. A set is one game: the winner gets 1 point, a drawn set gives each "
    "player half a point."
)
_SETS_END = N_(
    "The match is over as soon as a player has {target} points or more, at the latest after {sets} sets; whoever then "
    "has more points of sets has won it, with equal points it is a draw."
)
_SETS_WINNER = N_(
    "The match is over as soon as a player has {target} points or more, at the latest after {sets} sets; with equal "
    "points then, sets are added one by one until one is won, each with a lot for the first move."
)
_SETS_BEGIN = N_("Whoever moves first at the table begins the first set; the players begin the sets in turn.")
_SETS_STOPPED = N_("A match that is stopped when the time of the round is over counts by the sets played until then.")
_CLOCK = N_("Each player has {minutes} minutes for a game, without increment.")
_ROUND_TIME = N_("A round lasts at most {minutes} minutes in all.")
_OPEN_GAMES = N_("The arbiter decides games that are unfinished then.")
_FORFEIT = N_("A player who has made no move after {minutes} minutes loses by forfeit.")
_SCORES = N_("A win gives {win}, a draw {draw}, a loss {loss}.")
_BYE = N_("A player without an opponent in a round gets {bye}, at most once.")
_ABSENT = N_("Announced absence gives no point; a forfeit is no game, and the two may be paired again.")
_HALF_BYES_UNTIL = N_("Half-point byes on request: at most {most}, until round {last}.")
_LATE = N_("Late entries come until half of the rounds are paired; missed rounds give no point.")
_LATE_ONLINE = N_("Late entries come until half of the rounds are paired; they have half a point for round 1.")
_CAP = N_("After {moves} moves of both sides together the game is over; if nobody has won, it is a draw.")
_CAP_DECIDED = N_("After {moves} moves of both sides together the game is over; the rules of the game say who has won.")
_COUNT = N_("At the end of a game the counts of both players ({box}) are written on the slip; together {total}.")
_TIE = N_("Next tie-break: {meaning}")
_TIE_CODE = N_("Next tie-break: {meaning} In tables: {code}.")
_CATEGORY_PLACES = N_(
    "Everybody plays in one tournament; each category has its own table, in the order of the whole one. One person may "
    "belong to several."
)
_CATEGORY_MARK = N_("Sex and year of birth decide; a mark on the list counts only where they are not known.")
_FUND_ALL = N_("Prizes for everybody: {amounts}.")
_FUND = N_("Prizes of {category}: {amounts}.")
_ONE_PRIZE = N_("Nobody gets two prizes; the winner of several gets the largest one.")
_BY_PLACE = N_("Equal points share no prize: the tie-breaks decide.")
_EQUALLY = N_("Equal points share their prizes equally.")
_FAIR = N_("Online all players play without help from computers or other people.")
_WATCHED = N_(
    "In online games the time of each move is recorded, and how long a player on move has the game "
    "window hidden or without focus; arbiters see this as a hint, it proves nothing."
)
UNOFFICIAL = N_("Not official any more: a rule of the pairing was set aside")

_OPENINGS = N_("Games begin with an opening from the program's book, in a round the same at all tables.")
_ROUND_GAMES = {"1": N_("A round is one game."), "2": _TWO_GAMES, "best-of-3": _BEST_OF_THREE}
_NEXT_GAMES = {"2": N_("In the second game of a round the other player moves first."), "best-of-3": _THIRD_GAME}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the regulations: its title, and its sentences."""

    title: str
    rules: tuple[Rule, ...]


def regulations(words: Words, state: Tournament) -> Sheet:
    """Return the regulations of an event as a print-out."""
    parts: list[Text | Item] = []
    legend = profiles()[state.settings.profile].legend
    if legend:
        parts.append(Text((words._(legend),)))
    for number, section in enumerate(sections(words, state), 1):
        parts.append(Text((f"{number}. {section.title}",), heading=True))
        for place, rule in enumerate(section.rules, 1):
            sign = SIGNS[rule.verdict] if legend else ""
            parts.append(Item(f"{number}.{place}", rule.text, sign, rule.pictures, rule.caption))
    return Sheet(words._(N_("Regulations")), under(words, state), tuple(parts), words.language)


def sections(words: Words, state: Tournament) -> list[Section]:
    """Return the regulations of an event by sections; those without sentences are left out."""
    settings = state.settings
    profile = profiles()[settings.profile]
    game = named(settings.game)
    found = [
        Section(words._(N_("The event")), tuple(_event(words, state, profile))),
        Section(words._(N_("What lies on the table")), (*equipment(words, game, profile), *_tables(words, state))),
        Section(words._(N_("The rules of the game")), tuple(rules(words, game, profile))),
        Section(words._(N_("Who moves first")), tuple(_lots(words, state, profile))),
        Section(words._(N_("Rounds and clocks")), tuple(_rounds(words, state, profile))),
        Section(words._(N_("Points and absence")), tuple(_points(words, state, profile))),
        Section(words._(N_("The end of a game")), tuple(_end(words, settings))),
        Section(words._(N_("Places")), tuple(_places(words, settings))),
        Section(words._(N_("Categories")), tuple(_categories(words, state))),
        Section(words._(N_("Prizes")), tuple(_prizes(words, settings))),
        Section(words._(N_("Games online")), tuple(_online(words, settings))),
        Section(words._(N_("Remarks")), tuple(_remarks(words, state, profile))),
        Section(words._(N_("Annex: the rules of the game in full")), tuple(annex(words, game))),
    ]
    return [section for section in found if section.rules]


def _set(profile: CompetitionProfile, settings: Settings, name: str, text: str) -> Rule:
    """Return a sentence that a setting decides: said, if the profile's text prescribes this value."""
    is_said = getattr(settings, name) in profile.prescribed.get(name, ())
    return Rule(text, Provenance.SAID if is_said else Provenance.ADDED)


def _added(*texts: str) -> Iterator[Rule]:
    return (Rule(text) for text in texts)


def _sentence(text: str) -> str:
    """Return a text with a full stop, which a date in Russian brings already."""
    return text if text.endswith(".") else f"{text}."


def _event(words: Words, state: Tournament, profile: CompetitionProfile) -> Iterator[Rule]:
    settings = state.settings
    system = system_of(settings)
    yield _set(profile, settings, "game", words._(_GAME, game=names.game_name(words, named(settings.game))))
    yield _set(profile, settings, "system", f"{words._(system.title)}.")
    since = dates.day(words, settings.edition.partition("-")[2])
    if words._(system.regulation, edition=since) != words._(system.title):
        yield Rule(_sentence(words._(system.regulation, edition=since)))
    if settings.arbiter:
        yield Rule(words._(_ARBITER, name=settings.arbiter))


def _tables(words: Words, state: Tournament) -> Iterator[Rule]:
    count = len(state.entries)
    if count > 1 and state.settings.boards == "tables":
        yield Rule(words._(_TABLES, players=count, tables=count // 2))


def _lots(words: Words, state: Tournament, profile: CompetitionProfile) -> Iterator[Rule]:
    settings = state.settings
    if settings.first == "lots":
        text = N_("Before every game a lot decides who moves first.") if settings.games == "1" else _LOTS_MATCH
        yield _set(profile, settings, "first", words._(text))
    else:
        yield from _added(words._(_BALANCED), words._(_FIRST_SIDE))
    if FORMATS[settings.games].sets:
        yield Rule(words._(_SETS_BEGIN))
    elif settings.games in _NEXT_GAMES:
        yield Rule(words._(_NEXT_GAMES[settings.games]))
    yield Rule(words._(_SEALED, seal=lots.seed_hash(settings.seed)))
    is_over = state.is_over
    yield Rule(words._("The seed of the lots was: {seed}", seed=settings.seed) if is_over else words._(_OPENED))
    if settings.boards != "online":
        yield Rule(words._("The arbiter may draw a lot by hand instead, before the players; this is recorded."))


def _rounds(words: Words, state: Tournament, profile: CompetitionProfile) -> Iterator[Rule]:
    settings = state.settings
    if "rounds" in profile.clauses:
        yield Rule(words._("The number of rounds depends on the number of players."), profile.clauses["rounds"])
    yield Rule(words._("Rounds: {rounds}.", rounds=settings.rounds) if settings.rounds else words._(_ROUNDS_LATER))
    match = FORMATS[settings.games]
    if match.sets:
        end = _SETS_WINNER if system_of(settings).needs_winner else _SETS_END
        yield from _added(
            words._(_SETS, sets=match.sets), words._(end, sets=match.sets, target=match.target), words._(_SETS_STOPPED)
        )
    else:
        yield Rule(words._(_ROUND_GAMES[settings.games]))
    if settings.openings == "book":
        yield from _added(words._(_OPENINGS), words._("The lot decides which one; it is published with the pairings."))
    if settings.accelerated:
        yield Rule(words._("The first rounds are accelerated (Baku)."))
    for number, at in enumerate(schedule.timetable(settings.times, settings.zone), 1):
        yield Rule(words._("Round {round} begins {time}.", round=number, time=dates.moment(words, at)))
    yield _set(profile, settings, "clock", words._(_CLOCK, minutes=settings.clock))
    yield Rule(words._("A player who runs out of time loses the game."))
    yield _set(profile, settings, "round_minutes", words._(_ROUND_TIME, minutes=settings.round_minutes))
    yield from _added(words._(_OPEN_GAMES), words._(_FORFEIT, minutes=settings.forfeit_after))


def _points(words: Words, state: Tournament, profile: CompetitionProfile) -> Iterator[Rule]:
    settings, points = state.settings, state.settings.points
    text = words._(
        _SCORES, win=printed_points(points.win), draw=printed_points(points.draw), loss=printed_points(points.loss)
    )
    is_said = bool(profile.legend) and (points.win, points.draw, points.loss) == profile.points
    yield Rule(text, Provenance.SAID if is_said else Provenance.ADDED)
    yield from _added(words._(_BYE, bye=printed_points(points.bye)), words._(_ABSENT))
    match = FORMATS[settings.games]
    if match.sets and points.bye == points.win:
        yield Rule(words._("A bye and a win by forfeit count as {target} : 0 in sets.", target=match.target))
    if settings.half_byes:
        last = settings.half_bye_last or settings.rounds
        text = _HALF_BYES_UNTIL if last else N_("Half-point byes on request: at most {most}.")
        yield Rule(words._(text, most=settings.half_byes, last=last))
    if system_of(settings).takes_late_entries:
        is_given = settings.late_half and settings.boards == "online"
        yield Rule(words._(_LATE_ONLINE if is_given else _LATE))


def _end(words: Words, settings: Settings) -> Iterator[Rule]:
    game = named(settings.game)
    referee = game.family.referee(game.flags)
    if referee.repetition:
        yield Rule(words._("When the same position has arisen for the third time in a game, the game is a draw."))
    if referee.cap:
        yield Rule(words._(_CAP_DECIDED if referee.at_cap else _CAP, moves=referee.cap))
    yield Rule(words._("A player who resigns loses the game."))
    count = final_count(settings)
    if count:
        yield Rule(words._(_COUNT, box=words._(count.box), total=count.total))
    yield Rule(words._("Both players confirm the result; the arbiter's entry counts."))


def _places(words: Words, settings: Settings) -> Iterator[Rule]:
    yield Rule(words._("More points rank higher."))
    for code in settings.tiebreaks:
        article = ARTICLES[code].removeprefix("C.07 ")
        text = N_("Next tie-break: {meaning} In tables: {code}; FIDE, article {article}.") if article else _TIE_CODE
        yield Rule(words._(text, meaning=words._(MEANINGS[code]), code=code, article=f"C.07 {article}"))
    yield Rule(words._("Players who are still tied share the place."))
    if settings.tiebreaks:
        since = dates.day(words, settings.tiebreak_edition.partition("-")[2])
        yield Rule(_sentence(words._("Tie-breaks are counted by the rules of FIDE in force since {date}", date=since)))


def _categories(words: Words, state: Tournament) -> Iterator[Rule]:
    found = categories(state)
    for category in found:
        yield Rule(words._("{name}: {rule}.", name=category.name, rule=rule_in_words(words, category)))
    if found:
        yield from _added(words._(_CATEGORY_PLACES), *([words._(_CATEGORY_MARK)] if state.settings.categories else []))


def _prizes(words: Words, settings: Settings) -> Iterator[Rule]:
    for fund in settings.prizes:
        category, amounts = checked_fund(fund)
        shown = ", ".join(map(str, amounts))
        text = words._(_FUND, category=category, amounts=shown) if category else words._(_FUND_ALL, amounts=shown)
        yield Rule(text)
    if settings.prizes:
        sharing = _BY_PLACE if settings.split == "place" and settings.tiebreaks else _EQUALLY
        yield from _added(words._(sharing), words._(_ONE_PRIZE))


def _online(words: Words, settings: Settings) -> Sequence[Rule]:
    return tuple(_added(words._(_FAIR), words._(_WATCHED))) if settings.boards != "tables" else ()


def _remarks(words: Words, state: Tournament, profile: CompetitionProfile) -> Iterator[Rule]:
    if not state.official:
        yield Rule(f"{words._(UNOFFICIAL)}.")
    departs = departures(dump(state.settings))
    if departs:
        yield Rule(f"{words._(profile.departure, names=setting_names(words, departs))}.")
