"""Prizes, at most one for a person; equal points share by place or equally.

A fund is written `300,200,100` for everybody or `U20:100,50` for a category, in whole units.  Shares are rounded down
to hundredths; the remainder stays in the fund.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from charkoni.tournament.model.categories import checked_fund
from charkoni.tournament.model.category_members import categories, members, named
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.standings.ranking import Line, standings

USUAL_PLACES = 3


@dataclass(frozen=True, slots=True)
class Award:
    """A prize of an entry.  category: empty for all.  rank: 1 ... within the fund.  amount: hundredths, 0 for none."""

    category: str
    rank: int
    entry: int
    points: int
    amount: int = 0


def funds(state: Tournament) -> dict[str, tuple[int, ...]]:
    """Return the amounts of all funds by category; without funds, three prizes without money for each and for all."""
    given = dict(checked_fund(fund) for fund in state.settings.prizes)
    if given:
        known = {name: category.name if (category := named(state, name)) else name for name in given}
        return {known[name]: amounts for name, amounts in given.items()}
    names = ["", *(category.name for category in categories(state))]
    return {name: (0,) * USUAL_PLACES for name in names}


def awards(state: Tournament) -> list[Award]:
    """Return all prizes by fund and rank; a player gets the largest prize won, an expelled player none.

    There are none before the first round is closed.
    """
    if not state.closed:
        return []
    by_number = state.by_number()
    lines = [line for line in standings(state) if line.has_played and not by_number[line.number].expelled]
    money, groups = funds(state), members(state)
    order = list(money)

    def is_in(number: int, category: str) -> bool:
        return not category or by_number[number].id in groups.get(category, ())

    # The largest prize is awarded first, so that no player loses it to a smaller one.
    prizes = sorted(
        ((category, rank) for category in money for rank in range(len(money[category]))),
        key=lambda prize: (-money[prize[0]][prize[1]], order.index(prize[0]), prize[1]),
    )
    taken: dict[int, str] = {}
    for category, _ in prizes:
        line = next((x for x in lines if x.number not in taken and is_in(x.number, category)), None)
        if line is not None:
            taken[line.number] = category
    all_awards = []
    for category in money:
        winners = [line for line in lines if taken.get(line.number) == category]
        rest = [x for x in lines if x.number not in taken and is_in(x.number, category)]
        given = _shared(state.settings, category, money[category], winners, rest, by_number)
        taken |= {state.entry(award.entry).number: category for award in given}
        all_awards += given
    return all_awards


def passed_over(state: Tournament, given: Sequence[Award]) -> dict[str, list[Award]]:
    """Return by category the members ranked above a winner of its fund, with the prizes they have instead."""
    groups, by_number = members(state), state.by_number()
    order = {by_number[line.number].id: place for place, line in enumerate(standings(state))}
    found: dict[str, list[Award]] = {}
    for category in funds(state):
        last = max((order[award.entry] for award in given if award.category == category), default=-1)
        found[category] = [
            award
            for award in given
            if award.category != category
            and (not category or award.entry in groups.get(category, ()))
            and order[award.entry] < last
        ]
    return found


def _shared(
    settings: Settings,
    category: str,
    amounts: Sequence[int],
    winners: Sequence[Line],
    rest: Sequence[Line],
    by_number: Mapping[int, Entry],
) -> list[Award]:
    """Return the prizes of one fund; equal players share the sum of their prizes."""

    def key(line: Line) -> tuple[int, ...]:
        return (line.points,) if settings.split == "equal" else (line.points, line.place)

    if winners and any(amounts):  # players tied with the last winner share the prize
        winners = [*winners, *(line for line in rest if key(line) == key(winners[-1]))]
    awarded: list[Award] = []
    start = 0
    while start < len(winners):
        group = [line for line in winners[start:] if key(line) == key(winners[start])]
        total = sum(amounts[start : start + len(group)])
        share = int(Fraction(100 * total, len(group)))
        for line in group:
            awarded.append(Award(category, start + 1, by_number[line.number].id, line.points, share))
        start += len(group)
    return awarded
