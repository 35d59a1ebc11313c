"""All print-outs by name."""

from collections.abc import Callable
from dataclasses import dataclass

from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.printouts import handouts, sheets
from charkoni.tournament.printouts.document import Sheet
from charkoni.tournament.standings.teams import USUAL_BEST

_UNKNOWN = mark("there is no print-out {name}; there are {choices}")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a print-out may depend on.

    round: 0 for the last published.  address: of the event's pages.  best: how many members of a team count.
    """

    round: int = 0
    address: str = ""
    best: int = USUAL_BEST


def _round(state: Tournament, wish: Wish) -> int:
    return wish.round or sum(1 for round_ in state.rounds if round_.state != "draft")


SHEETS: dict[str, Callable[[Words, Tournament, Wish], Sheet]] = {
    "entries": lambda words, state, wish: sheets.entries(words, state),
    "pairings": lambda words, state, wish: sheets.pairings(words, state, _round(state, wish)),
    "names": lambda words, state, wish: sheets.by_name(words, state, _round(state, wish)),
    "slips": lambda words, state, wish: handouts.slips(words, state, _round(state, wish), wish.address),
    "standings": lambda words, state, wish: sheets.table(words, state, wish.round or None),
    "cross": lambda words, state, wish: sheets.cross(words, state),
    "clubs": lambda words, state, wish: sheets.team_table(words, state, "club", wish.best),
    "regions": lambda words, state, wish: sheets.team_table(words, state, "region", wish.best),
    "countries": lambda words, state, wish: sheets.team_table(words, state, "country", wish.best),
    "cards": lambda words, state, wish: handouts.cards(words, state),
    "tables": lambda words, state, wish: handouts.table_numbers(words, state),
    "regulations": lambda words, state, wish: handouts.regulations(words, state),
    "timetable": lambda words, state, wish: sheets.timetable(words, state),
    "prizes": lambda words, state, wish: handouts.prize_list(words, state),
    "diplomas": lambda words, state, wish: handouts.diplomas(words, state),
    "poster": lambda words, state, wish: handouts.poster(words, state, wish.address),
}


def sheet(words: Words, state: Tournament, name: str, wish: Wish) -> Sheet:
    """Return a print-out; raise BadSetting for a name that is none, NotNow for a round that is not published."""
    if name not in SHEETS:
        raise refusal(BadSetting, name, _UNKNOWN, name=name, choices=", ".join(SHEETS))
    return SHEETS[name](words, state, wish)
