"""The settings of an event at the desk."""

from starlette.responses import Response

from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.tournament.acts.entries import LAST_ROUND
from charkoni.tournament.model import schedule
from charkoni.tournament.model.event import Prohibition, Tournament
from charkoni.tournament.model.games import all_two_sided
from charkoni.tournament.model.profiles import profiles
from charkoni.tournament.model.settings import (
    CHOICE_TITLES,
    TIEBREAKS,
)
from charkoni.web.engine.warm import playable
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.rows.category_rows import category_filter, form_rows, remarks_in_words
from charkoni.web.tournaments.visits import ChiefVisit

router = EventRouter()


@router.get("/t/{event}/desk/settings")
async def settings(visit: ChiefVisit) -> Response:
    """Return the settings.

    Context: all (the settings), games (see `two_sided_games`), profiles (value, name), formats (of a round: title by
    value), known (codes of tie-breaks), started (whether round 1 is paired), short (a sentence if a round may be too
    short for its games), prohibitions (see `_prohibitions`), rules (of Category, with empty rows), filter (Filter),
    remarks (sentences about categories and prizes).
    """
    state = visit.event.state
    return visit.page(
        "tournaments/arbiter/settings.html",
        all=state.settings,
        games=two_sided_games(visit.words),
        profiles=[(name, visit.words._(profile.title)) for name, profile in profiles().items()],
        formats=CHOICE_TITLES["games"],
        known=list(TIEBREAKS),
        started=bool(state.rounds),
        short=schedule.shortage(visit.words, state.settings.clock, state.settings.games, state.settings.round_minutes),
        prohibitions=_prohibitions(state),
        last_round=LAST_ROUND,
        rules=form_rows(state),
        filter=category_filter(visit.words, state, ""),
        remarks=remarks_in_words(visit.words, state),
    )


def two_sided_games(words: Words) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the games that can be paired: by the title of each game itself and its variants, as name and title."""
    return [
        (names.family_name(words, name), [(game.name, names.game_name(words, game)) for game in variants])
        for name, variants in all_two_sided().items()
        if name in playable()
    ]


def _prohibitions(state: Tournament) -> list[tuple[str, str, Prohibition]]:
    """Return the prohibitions: names, the entries as they are written, and the prohibition itself."""
    return [
        (" – ".join(map(state.name, each.entries)), " ".join(f"#{id_}" for id_ in each.entries), each)
        for each in state.prohibitions
    ]
