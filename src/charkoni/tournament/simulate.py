"""Random Swiss tournaments, reproducible by their seeds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from charkoni.tournament.model.errors import NoPairing
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry, Person
from charkoni.tournament.model.rounds import Board, Result, Round
from charkoni.tournament.model.settings import Settings, checked_seed
from charkoni.tournament.pairing.drafts import unpaired, upper_account
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.input_from_event import input_before
from charkoni.tournament.pairing.lots import initial_side, lot
from charkoni.tournament.pairing.protocol import Engine
from charkoni.tournament.pairing.systems import system_of


@dataclass(frozen=True, slots=True)
class Frequencies:
    """Frequencies in percent: draws and forfeits of games; late of players; all others of the rounds of a player."""

    draws: int = 5
    forfeits: int = 1
    absences: int = 2
    half_byes: int = 1
    withdrawals: int = 1
    late: int = 0


USUAL = Frequencies()


def tournament(
    seed: str,
    players: int,
    rounds: int = 0,
    frequencies: Frequencies = USUAL,
    settings: Settings | None = None,
    engine: Engine = pair,
) -> Tournament:
    """Return a random Swiss after its last round, or the last that has a legal pairing.  rounds: 0 for the default."""
    first = start(seed, players, rounds, settings)
    return [first, *play(first, frequencies, engine)][-1]


def start(seed: str, players: int, rounds: int = 0, settings: Settings | None = None) -> Tournament:
    """Return a random tournament before round 1, with falling ratings; raise BadSetting for a seed that is none."""
    checked_seed(seed)
    settings = settings or Settings(name=f"Simulation {seed}", profile="classic", first="balanced", half_byes=99)
    settings = replace(settings, seed=seed, rounds=system_of(settings).rounds(players, rounds))
    ratings = sorted((1000 + lot(seed, "rating", n) % 1500 for n in range(players)), reverse=True)
    entries = tuple(Entry(n, f"p{n}", ratings[n - 1], number=n) for n in range(1, players + 1))
    people = {f"p{n}": Person(f"Player {n:04}") for n in range(1, players + 1)}
    return Tournament(settings, "playing", entries, initial=initial_side(seed), people=people)


def play(state: Tournament, frequencies: Frequencies = USUAL, engine: Engine = pair) -> Iterator[Tournament]:
    """Iterate over the state after each round; stop when a round has no legal pairing."""
    for number in range(len(state.rounds) + 1, state.settings.rounds + 1):
        state = _absences(state, number, frequencies)
        try:
            pairing = engine(before := input_before(state, number))
        except NoPairing:
            return
        seats = [(first, second) for first, second in pairing.boards]
        boards = tuple(
            Board(place, a, b, a if b else 0, _result(state, number, a, frequencies) if b else None)
            for place, (a, b) in enumerate(seats, 1)
        )
        away = unpaired(state, number, seats)
        round_ = Round(number, "closed", boards, away, account=pairing.account() | upper_account(state, before))
        state = replace(state, rounds=(*state.rounds, round_))
        yield state


def _absences(state: Tournament, number: int, frequencies: Frequencies) -> Tournament:
    seed = state.settings.seed
    entries = []
    for entry in state.entries:
        chance = lot(seed, "absence", number, entry.id) % 1000
        if number == 1 and lot(seed, "late", entry.id) % 100 < frequencies.late:
            latest = max(state.settings.rounds // 2, 1)
            arrival = 2 + lot(seed, "arrival", entry.id) % latest
            entry = replace(entry, asked=tuple((r, "Z") for r in range(1, min(arrival, state.settings.rounds + 1))))
        elif entry.left or number in dict(entry.asked):
            pass
        elif chance < 10 * (frequencies.half_byes + frequencies.absences):
            code = "H" if chance < 10 * frequencies.half_byes else "Z"
            entry = replace(entry, asked=(*entry.asked, (number, code)))
        elif chance < 10 * (frequencies.half_byes + frequencies.absences + frequencies.withdrawals):
            entry = replace(entry, left=number)
        entries.append(entry)
    return replace(state, entries=tuple(entries))


def _result(state: Tournament, number: int, first: int, frequencies: Frequencies) -> Result:
    chance = lot(state.settings.seed, "result", number, first) % 1000
    if chance < 10 * frequencies.forfeits:
        return Result(*(("+", "-"), ("-", "+"), ("-", "-"))[chance % 3])
    if chance < 10 * (frequencies.forfeits + frequencies.draws):
        return Result("=", "=")
    return Result("1", "0") if chance % 2 else Result("0", "1")
