"""When searches stop: by a clock that the tests turn themselves."""

import dataclasses
import random
import threading

import pytest

from charkoni import game
from charkoni.players import player
from charkoni.search import Limits, Thinker
from charkoni.search.alphabeta import AlphaBeta
from charkoni.search.mcts import Budget, Mcts
from charkoni.search.puct import Puct
from charkoni.search.timing import Pace

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


class Kept:
    """A `stop` that does not come back until the answer is there, as if others had the processor all the time."""

    def __init__(self) -> None:
        self.was_asked, self.may_go_on = threading.Event(), threading.Event()

    def __call__(self) -> bool:
        self.was_asked.set()
        self.may_go_on.wait(20.0)
        return False


@pytest.mark.parametrize(
    ("name", "engine"),
    [("mangala", "ab"), ("mangala", "puct"), ("chaupar", "dice"), ("chaupar", "rollout"), ("chaupar", "puct")],
)
def test_an_answer_does_not_wait_for_a_thread_that_is_kept_from_working(name: str, engine: str) -> None:
    """The next search does, for it needs the same memory."""
    thinker, position, kept = Thinker(game(name), engine), game(name).start(), Kept()
    if name == "chaupar":
        position = position.play("[125]")
    thinker.prepare()
    found = thinker.think(position, Limits(seconds=0.05), stop=kept)
    assert not kept.may_go_on.is_set()
    assert found.move in position.moves
    assert len(found.ranking[0].line) == 1
    kept.was_asked.wait(20.0)
    kept.may_go_on.set()
    again = thinker.think(position, Limits(nodes=200))
    fresh = Thinker(game(name), engine).think(position, Limits(nodes=200))
    assert again == dataclasses.replace(fresh, seconds=again.seconds)


def test_plain_tree_search_does_not_wait_either() -> None:
    """Playouts that never end are left alone when the time is over."""
    may_go_on = threading.Event()

    class Slow(Mcts):
        def _send(self, playouts: int, rng: object) -> None:
            if self._one_playout is not None:
                may_go_on.wait(20.0)
            super()._send(playouts, rng)

    searcher = Slow(game("mangala"), nodes=10_000)
    finding = searcher.search(game("mangala").start(), Budget(seconds=0.05))
    assert not may_go_on.is_set()
    assert finding.move in game("mangala").start().moves
    may_go_on.set()
    assert searcher.search(game("mangala").start(), Budget(playouts=50)).playouts == 50


def test_what_a_search_raises_is_not_lost() -> None:
    def fault() -> bool:
        raise OSError("no more")

    for limits in (Limits(seconds=5.0), Limits(nodes=10_000)):
        with pytest.raises(OSError, match="no more"):
            Thinker(game("mangala")).think(game("mangala").start(), limits, stop=fault)


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
