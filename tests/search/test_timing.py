"""When searches stop: by a clock that the tests turn themselves."""

import random
import threading

import pytest

from charkoni import game
from charkoni.players import player
from charkoni.search import Limits, Thinker
from charkoni.search.alphabeta import AlphaBeta
from charkoni.search.puct import Puct
from charkoni.search.timing import LEAST_SECONDS, Delays, Pace

LATE = 0.05


class Machine:
    """A clock, and work that takes its time: so long per node, and every 4 ms or so others take the processor away."""

    def __init__(self, node_s: float, stall_s: float = 0.0, seed: int = 1) -> None:
        self.now, self.node_s, self.stall_s, self.rng = 100.0, node_s, stall_s, random.Random(seed)

    def clock(self) -> float:
        self.now += 2e-7
        return self.now

    def work(self, nodes: int) -> None:
        self.now += nodes * self.node_s
        if self.rng.random() < nodes * self.node_s / 0.004:
            self.now += self.rng.random() * self.stall_s


def run(machine: Machine, limits: Limits) -> tuple[float, int]:
    """Work as a search does; return the time it took and the nodes."""
    started, done = machine.now, 0
    pace = Pace(limits, None, machine.clock)
    while (nodes := pace.next(done)) > 0:
        machine.work(nodes)
        done += nodes
    return machine.now - started, done


@pytest.mark.parametrize("budget", [0.01, 0.1, 0.5, 2.0])
@pytest.mark.parametrize("node_s", [2e-7, 2e-6, 3e-5])
def test_a_budget_is_kept_and_used(budget: float, node_s: float) -> None:
    seconds, _ = run(Machine(node_s), Limits(seconds=budget))
    assert 0.6 * budget < seconds <= budget


@pytest.mark.parametrize("seed", range(20))
def test_an_answer_is_not_late_on_a_machine_that_others_use(seed: int) -> None:
    """Up to 40 ms at a time, as on one with a dozen busy programs a core."""
    seconds, done = run(Machine(4e-7, 0.04, seed), Limits(seconds=0.1))
    assert seconds <= 0.1 + LATE
    assert done > 1000


def test_a_delay_at_the_start_does_not_end_the_search() -> None:
    """What others took away once is forgotten: later work goes on to the end of the budget."""
    machine = Machine(4e-7)
    started, done = machine.now, 0
    pace = Pace(Limits(seconds=2.0), None, machine.clock)
    while (nodes := pace.next(done)) > 0:
        machine.work(nodes)
        done += nodes
        if done < 500:
            machine.now += 0.3
    assert machine.now - started > 1.7


class Busy(Machine):
    """A machine with so many busy programs that after 3 ms of work others have it for a tenth of a second or so."""

    def __init__(self, stall_s: float, seed: int = 1) -> None:
        super().__init__(4e-7, stall_s, seed)
        self.worked = 50.0
        self.left = 0.003

    def work(self, nodes: int) -> None:
        seconds = nodes * self.node_s
        self.now += seconds
        self.worked += seconds
        self.left -= seconds
        if self.left < 0:
            self.now += self.stall_s * self.rng.uniform(0.5, 1.0)
            self.left = 0.003

    def search(self, delays: Delays | None) -> tuple[float, int]:
        """Return the time that a search of 100 ms takes, and its nodes; the thread has slept before."""
        self.left = 0.003
        started, done = self.now, 0
        pace = Pace(Limits(seconds=0.1), None, self.clock, delays=delays, processor=lambda: self.worked)
        while (nodes := pace.next(done)) > 0:
            self.work(nodes)
            done += nodes
        return self.now - started, done


def test_delays_are_learnt_from() -> None:
    """What others took away from one search is kept free in those that follow; even so each does some work."""
    machine = Busy(0.2)
    delays = Delays(lambda: 0.0, machine.clock)
    answers = [machine.search(delays) for _ in range(40)]
    assert sum(seconds > 0.1 + LATE for seconds, _ in answers) == 1
    assert min(done for _, done in answers) >= LEAST_SECONDS / machine.node_s
    careless = Busy(0.2)
    assert sum(careless.search(None)[0] > 0.1 + LATE for _ in range(40)) > 10


def test_a_loaded_machine_is_known_before_the_first_delay() -> None:
    assert Busy(0.2).search(Delays(lambda: 15.0))[0] < 0.1


def test_delays_of_long_ago_are_forgotten() -> None:
    machine = Machine(4e-7)
    delays = Delays(lambda: 0.5, machine.clock)
    delays.note(0.3)
    machine.now += 180.0
    assert delays.begin() < 0.005
    pace = Pace(Limits(seconds=0.1), None, machine.clock, delays=delays, processor=machine.clock)
    started = machine.now
    while (nodes := pace.next(0)) > 0:
        machine.work(nodes)
    assert machine.now - started > 0.08


def test_nodes_are_a_limit_as_well() -> None:
    assert run(Machine(1e-6), Limits(seconds=10, nodes=12_345))[1] == 12_345


def test_threads_end_together() -> None:
    machine = Machine(1e-6)
    pace = Pace(Limits(seconds=1.0, threads=2), None, machine.clock)
    helper = pace.helper()
    assert helper.next(0) > 0
    pace.end()
    assert helper.next(0) == 0


@pytest.mark.parametrize("engine", [AlphaBeta, Puct])
def test_searches_ask_the_clock(engine: type[AlphaBeta] | type[Puct]) -> None:
    """A clock that runs far ahead at every question leaves time for next to nothing, but for a move."""
    ticks = iter(range(1, 1_000_000))
    searcher = engine(game("mangala"), clock=lambda: float(next(ticks)))
    found = searcher.search(game("mangala").start(), Limits(seconds=30.0))
    assert found.move in game("mangala").start().moves
    assert found.nodes < 50_000


@pytest.mark.compiled_only
def test_processor_time_is_not_the_clocks() -> None:
    """A budget of processor time is not used up by waiting: another thread may hold everything up."""
    thinker, busy = Thinker(game("mangala")), threading.Event()
    thinker.prepare()
    found = thinker.think(
        game("mangala").start(), Limits(seconds=0.05, cpu=True), stop=lambda: busy.wait(0.002) and False
    )
    assert 0 < found.seconds <= 0.06


@pytest.mark.parametrize("spec", ["best:cpu=50ms", "mcts:cpu=50ms", "puct:cpu=1s"])
def test_budgets_of_processor_time_have_a_name(spec: str) -> None:
    one = player(spec)
    limits = getattr(one, "limits", None) or one.budget  # type: ignore[attr-defined]
    assert limits.cpu
    assert limits.seconds in (0.05, 1.0)


@pytest.mark.parametrize("spec", ["best:cpu=50", "mcts:cpu=50", "mcts:nodes=5", "best:nodes=5s", "best:cpu="])
def test_budgets_that_are_none(spec: str) -> None:
    with pytest.raises(ValueError, match="a budget is"):
        player(spec)
