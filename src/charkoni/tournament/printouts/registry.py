"""All print-outs by name."""

from collections.abc import Callable
from dataclasses import dataclass

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.league import League
from charkoni.tournament.printouts import handouts, sheets
from charkoni.tournament.printouts.document import Sheet
from charkoni.tournament.printouts.regulations import regulations
from charkoni.tournament.standings.teams import USUAL_BEST

_UNKNOWN = N_("there is no print-out {name}; there are {choices}")


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The options of a print-out.

    round: its number, 0 for the last published one.  address: the URL of the event's pages.  best: how many members of
    a team count.  category: standings of its members only, empty for all.  league: of which the event is a season.
    """

    round: int = 0
    address: str = ""
    best: int = USUAL_BEST
    category: str = ""
    league: League | None = None


def _round(state: Tournament, options: PrintOptions) -> int:
    return options.round or len(state.paired)


SHEETS: dict[str, Callable[[Words, Tournament, PrintOptions], Sheet]] = {
    "entries": lambda words, state, options: sheets.entries_sheet(words, state),
    "pairings": lambda words, state, options: sheets.pairings_sheet(words, state, _round(state, options)),
    "names": lambda words, state, options: sheets.names_sheet(words, state, _round(state, options)),
    "slips": lambda words, state, options: handouts.slips(words, state, _round(state, options), options.address),
    "standings": lambda words, state, options: sheets.standings_sheet(
        words, state, options.round or None, options.category
    ),
    "cross": lambda words, state, options: sheets.crosstable_sheet(words, state),
    "clubs": lambda words, state, options: sheets.teams_sheet(words, state, "club", options.best),
    "regions": lambda words, state, options: sheets.teams_sheet(words, state, "region", options.best),
    "countries": lambda words, state, options: sheets.teams_sheet(words, state, "country", options.best),
    "badges": lambda words, state, options: handouts.badges(words, state, options.address),
    "cards": lambda words, state, options: handouts.cards(words, state),
    "tables": lambda words, state, options: handouts.table_numbers(words, state),
    "regulations": lambda words, state, options: regulations(words, state, options.league),
    "timetable": lambda words, state, options: sheets.timetable_sheet(words, state),
    "protests": lambda words, state, options: sheets.protests_sheet(words, state),
    "prizes": lambda words, state, options: handouts.prize_list(words, state),
    "diplomas": lambda words, state, options: handouts.diplomas(words, state),
    "certificates": lambda words, state, options: handouts.certificates(words, state),
    "categories": lambda words, state, options: sheets.categories_sheet(words, state),
    "poster": lambda words, state, options: handouts.poster(words, state, options.address),
}


def sheet(words: Words, state: Tournament, name: str, options: PrintOptions) -> Sheet:
    """Return a print-out; raise BadSetting for an unknown name, WrongPhase for a round that is not published."""
    if name not in SHEETS:
        raise refusal(BadSetting, name, _UNKNOWN, name=name, choices=", ".join(SHEETS))
    return SHEETS[name](words, state, options)
