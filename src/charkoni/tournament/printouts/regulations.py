"""The regulations of an event as a booklet: equipment, rules with boards, lots, rounds, clocks, points, prizes.

Every sentence follows from the settings and the game's folder.  Where the profile of the event has a text, a sign
before each sentence shows whether that text states it (`core.catalog.Verdict`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from charkoni.core.catalog import Provenance
from charkoni.core.errors import N_
from charkoni.core.files.data_files import read_texts
from charkoni.core.game import Game
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.games.match_format import FORMATS
from charkoni.tournament.model import schedule
from charkoni.tournament.model.categories import checked_fund, rule_in_words
from charkoni.tournament.model.category_members import categories
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.games import departures, profiles
from charkoni.tournament.model.league import DAYS, LADDER, League
from charkoni.tournament.model.results import final_count
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.model.settings import TIEBREAKS, edition_date, printed_points
from charkoni.tournament.pairing import ladder, lots
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.printouts import dates
from charkoni.tournament.printouts.document import Item, Sheet, Text
from charkoni.tournament.printouts.game_rules import Rule, annex, equipment, rules
from charkoni.tournament.printouts.sheets import under
from charkoni.tournament.setting_texts import setting_names

SIGNS = {Provenance.SAID: "●", Provenance.READ: "□", Provenance.ADDED: "○", None: ""}

UNOFFICIAL = N_("Not official any more: a rule of the pairing was set aside")

_TEXTS = read_texts(Path(__file__).with_suffix(".toml"))
_ROUND_GAMES = {"1": "one-game", "2": "two-games", "best-of-3": "best-of-three"}
_NEXT_GAMES = {"2": "second-game", "best-of-3": "third-game"}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the regulations: its title, and its sentences."""

    title: str
    rules: tuple[Rule, ...]


def regulations(words: Words, state: Tournament, league: League | None = None) -> Sheet:
    """Return the regulations of an event as a print-out.  league: of which it is a season."""
    parts: list[Text | Item] = []
    legend = profiles()[state.settings.profile].legend
    if legend:
        parts.append(Text((words._(legend),)))
    for number, section in enumerate(sections(words, state, league), 1):
        parts.append(Text((f"{number}. {section.title}",), heading=True))
        for place, rule in enumerate(section.rules, 1):
            sign = SIGNS[rule.verdict] if legend else ""
            parts.append(Item(f"{number}.{place}", rule.text, sign, rule.pictures, rule.caption))
    return Sheet(words._(N_("Regulations")), under(words, state), tuple(parts), words.language)


def sections(words: Words, state: Tournament, league: League | None = None) -> list[Section]:
    """Return the regulations of an event by sections; those without sentences are left out."""
    game, own = named(state.settings.game), _Sentences(words, state, league)
    found: list[tuple[str, Iterable[Rule]]] = [
        (N_("The event"), own.event()),
        (N_("On the table"), own.tables(game)),
        (N_("The rules of the game"), rules(words, game, own.profile)),
        (N_("Who moves first"), own.lots()),
        (N_("Rounds and clocks"), own.rounds()),
        (N_("Points and absence"), own.points()),
        (N_("The end of a game"), own.end(game)),
        (N_("Places"), own.places()),
        (N_("Categories"), own.categories()),
        (N_("Prizes"), own.prizes()),
        (N_("Games online"), own.online()),
        (N_("Remarks"), own.remarks()),
        (N_("Annex: the rules of the game in full"), annex(words, game)),
    ]
    whole = [Section(words._(title), tuple(sentences)) for title, sentences in found]
    return [section for section in whole if section.rules]


def _ended(text: str) -> str:
    """Return a text with a full stop, which a date in Russian brings already."""
    return text if text.endswith(".") else f"{text}."


class _Sentences:
    """The sentences of the regulations of an event, by sections."""

    def __init__(self, words: Words, state: Tournament, league: League | None) -> None:
        self.words, self.state, self.settings, self.league = words, state, state.settings, league
        self.profile = profiles()[state.settings.profile]
        self.match = FORMATS[state.settings.games]
        self.system = system_of(state.settings)
        self.is_online = state.settings.boards == "online"

    def rule(self, text: str, is_said: bool = False, **args: object) -> Rule:
        """Return a sentence by its name; is_said: by the text of the profile."""
        return Rule(self.words._(_TEXTS[text], **args), Provenance.SAID if is_said else Provenance.ADDED)

    def prescribes(self, name: str) -> bool:
        """Return whether the text of the profile prescribes the value of a setting."""
        return getattr(self.settings, name) in self.profile.prescribed.get(name, ())

    def event(self) -> Iterator[Rule]:
        words, settings = self.words, self.settings
        yield self.rule("game", self.prescribes("game"), game=names.game_name(words, named(settings.game)))
        title = words._(self.system.title)
        yield Rule(f"{title}.", Provenance.SAID if self.prescribes("system") else Provenance.ADDED)
        regulation = words._(self.system.regulation, edition=dates.day(words, edition_date(settings.edition)))
        if regulation != title:
            yield Rule(_ended(regulation))
        if settings.arbiter:
            yield self.rule("arbiter", name=settings.arbiter)

    def tables(self, game: Game) -> Iterator[Rule]:
        if not self.is_online:
            yield from equipment(self.words, game, self.profile)
        count, boards = len(self.state.entries), self.match.boards or 1
        if count > 1 and self.settings.boards == "tables":
            yield self.rule("tables", players=count * boards, tables=count // 2 * boards)

    def lots(self) -> Iterator[Rule]:
        games, seed = self.settings.games, self.settings.seed
        if self.settings.first == "lots":
            yield self.rule("lots" if games == "1" else "lots-match", self.prescribes("first"))
        elif self.system.needs_winner or self.system.is_ladder:
            yield self.rule("first-named")
        else:
            yield self.rule("balanced")
            if not self.system.cycles:
                yield self.rule("first-side")
        if self.match.sets:
            yield self.rule("sets-begin")
        elif games in _NEXT_GAMES:
            yield self.rule(_NEXT_GAMES[games])
        yield self.rule("sealed", seal=lots.seed_hash(seed))
        yield self.rule("seed", seed=seed) if self.state.is_over else self.rule("opened")
        if not self.is_online:
            yield self.rule("by-hand")

    def rounds(self) -> Iterator[Rule]:
        settings, match = self.settings, self.match
        if "rounds" in self.profile.clauses:
            yield replace(self.rule("rounds-by-players"), verdict=self.profile.clauses["rounds"])
        is_weekly = self.league is not None and self.league.kind == LADDER
        fixed = "weekly" if is_weekly else "rounds" if settings.rounds else "rounds-later"
        yield self.rule(fixed, rounds=settings.rounds)
        if match.boards:
            yield self.rule("boards", boards=match.boards)
        elif match.sets:
            end = "sets-winner" if self.system.needs_winner else "sets-end"
            for text in ("sets", end, "sets-stopped"):
                yield self.rule(text, sets=match.sets, target=match.target)
        else:
            yield self.rule(_ROUND_GAMES[settings.games])
        if settings.openings == "book":
            yield from map(self.rule, ("openings", "opening-lot"))
        if settings.accelerated:
            yield self.rule("accelerated")
        for number, at in enumerate(schedule.timetable(settings.times, settings.zone), 1):
            yield self.rule("begin", round=number, time=dates.moment(self.words, at))
        is_by_days = self.league is not None and self.league.pace == DAYS
        if is_by_days:
            yield self.rule("days")
        else:
            yield self.rule("clock", self.prescribes("clock"), minutes=settings.clock)
        yield self.rule("flag")
        if self.league is None:
            yield self.rule("round-time", self.prescribes("round_minutes"), minutes=settings.round_minutes)
            yield self.rule("open-games")
            yield self.rule("unopened" if self.is_online else "forfeit", minutes=settings.forfeit_after)
        if self.is_online:
            yield self.rule("forfeit-online")

    def points(self) -> Iterator[Rule]:
        settings, points = self.settings, self.settings.points
        if self.system.is_ladder:
            yield self.rule("late-ladder")
            return
        of_results = {name: printed_points(getattr(points, name)) for name in ("win", "draw", "loss")}
        is_said = bool(self.profile.legend) and (points.win, points.draw, points.loss) == self.profile.points
        yield self.rule("scores", is_said, **of_results)
        if not self.system.cycles:  # in which a player without an opponent gets nothing, and a forfeit is a game
            yield self.rule("bye", bye=printed_points(points.bye))
            if not self.system.needs_winner:
                yield self.rule("absent")
        if self.match.sets and points.bye == points.win:
            yield self.rule("bye-sets", target=self.match.target)
        if settings.half_byes:
            last = settings.half_bye_last or settings.rounds
            yield self.rule("half-byes-until" if last else "half-byes", most=settings.half_byes, last=last)
        if self.system.takes_late_entries:
            yield self.rule("late-online" if settings.late_half and self.is_online else "late")

    def end(self, game: Game) -> Iterator[Rule]:
        referee, count = game.family.referee(game.flags), final_count(self.settings)
        if referee.repetition:
            yield self.rule("repetition")
        if referee.cap:
            yield self.rule("cap-decided" if referee.at_cap else "cap", moves=referee.cap)
        yield self.rule("resign")
        if not self.is_online:
            if count:
                yield self.rule("count", box=self.words._(count.box), total=count.total)
            yield self.rule("confirm")
        if self.settings.boards != "tables":
            yield self.rule("confirm-online")

    def places(self) -> Iterator[Rule]:
        if self.system.is_ladder:
            yield self.rule("ladder", most=ladder.REACH, idle=ladder.IDLE_ROUNDS)
            return
        yield self.rule("points")
        for code in self.settings.tiebreaks:
            tiebreak = TIEBREAKS[code]
            text, meaning = "tie-fide" if tiebreak.article else "tie-code", self.words._(tiebreak.text)
            yield self.rule(text, meaning=meaning, code=code, article=tiebreak.article)
        yield self.rule("shared-place")
        if self.settings.tiebreaks:
            since = dates.day(self.words, edition_date(self.settings.tiebreak_edition))
            edition = self.rule("tiebreak-edition", date=since)
            yield replace(edition, text=_ended(edition.text))

    def categories(self) -> Iterator[Rule]:
        found = categories(self.state)
        for category in found:
            yield self.rule("category", name=category.name, rule=rule_in_words(self.words, category))
        if found:
            yield self.rule("category-places")
            if self.settings.categories:
                yield self.rule("category-mark")

    def prizes(self) -> Iterator[Rule]:
        settings = self.settings
        for fund in settings.prizes:
            category, amounts = checked_fund(fund)
            shown = ", ".join(map(str, amounts))
            yield self.rule("fund" if category else "fund-all", category=category, amounts=shown)
        if settings.prizes:
            yield self.rule("by-place" if settings.split == "place" and settings.tiebreaks else "equally")
            yield self.rule("one-prize")

    def online(self) -> Iterator[Rule]:
        if self.settings.boards != "tables":
            yield from map(self.rule, ("fair", "watched"))

    def remarks(self) -> Iterator[Rule]:
        if not self.state.official:
            yield Rule(f"{self.words._(UNOFFICIAL)}.")
        departs = departures(dump(self.settings))
        if departs:
            yield Rule(f"{self.words._(self.profile.departure, names=setting_names(self.words, departs))}.")
