"""The final stage: a knock-out of the best of a finished event."""

from dataclasses import replace

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import BadSetting, WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.knockout import Knockout
from charkoni.tournament.standings.ranking import standings

SIZES = (2, 4, 8)


def final_of(state: Tournament, top: int) -> Tournament:
    """Return a knock-out of the best `top` (2, 4 or 8), seeded by the standings.

    Shared places are ordered by the lots `bracket`.  Withdrawn and expelled entries are omitted.  Categories and prizes
    stay with the event, so that no fund is paid twice, and there are no tie-breaks: players losing in the same round
    share a place.  Raise WrongPhase before the event is finished, BadSetting for an invalid size or too few players.
    """
    if not state.is_over:
        raise refusal(WrongPhase, state.settings.name, N_("finish the tournament first"))
    by_number = state.by_number()
    seed = state.settings.seed
    left_out = {number for number, entry in by_number.items() if entry.left or entry.expelled}
    lines = [line for line in standings(state) if line.has_played and line.number not in left_out]
    if top not in SIZES or len(lines) < top:
        raise refusal(BadSetting, top, N_("a final has 2, 4 or 8 players; {count} have played"), count=len(lines))
    order = sorted(lines, key=lambda line: (line.place, lots.lot(seed, "bracket", by_number[line.number].id)))
    seeds = [by_number[line.number] for line in order[:top]]
    entries = tuple(
        replace(entry, id=place, number=place, asked=(), here=True, left=0, categories=())
        for place, entry in enumerate(seeds, 1)
    )
    settings = replace(
        state.settings,
        system=Knockout.name,
        rounds=(top - 1).bit_length(),
        accelerated=False,
        times=(),
        rounds_by="hand",
        tiebreaks=(),
        half_byes=0,
        categories=(),
        prizes=(),
    )
    people = {entry.person: state.people[entry.person] for entry in entries if entry.person in state.people}
    return Tournament(settings, "playing", entries, initial="w", people=people)
