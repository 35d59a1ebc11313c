"""Time control: node budgets, deadlines and late threads, by a clock that the tests advance."""

import contextlib
import dataclasses
import itertools
import random
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from charkoni import Record, game
from charkoni.players import player
from charkoni.search import Limits, Searcher
from charkoni.search.alphabeta.search import AlphaBeta
from charkoni.search.mcts import deepening
from charkoni.search.mcts.search import Mcts
from charkoni.search.puct.search import Puct
from charkoni.search.time_control import (
    FIRST_CHUNK,
    SMALLEST_CHUNK,
    DeadlineRunner,
    Interrupted,
    TimeManager,
    interrupted_when,
)

LATE = 0.05


class Machine:
    """A simulated clock and worker: a time per node, and a stall by other programs about every 4 ms."""

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
    """Run chunks as a search does; return the seconds and the nodes."""
    started, done = machine.now, 0
    time_manager = TimeManager(limits, None, machine.clock)
    while (nodes := time_manager.node_budget(done)) > 0:
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
    """Stalls of up to 40 ms, as on a machine with a dozen busy programs per core."""
    seconds, done = run(Machine(4e-7, 0.04, seed), Limits(seconds=0.1))
    assert seconds <= 0.1 + LATE
    assert done > 1000


def test_a_delay_at_the_start_does_not_end_the_search() -> None:
    """A single stall has no lasting effect: later chunks use the whole budget."""
    machine = Machine(4e-7)
    started, done = machine.now, 0
    time_manager = TimeManager(Limits(seconds=2.0), None, machine.clock)
    while (nodes := time_manager.node_budget(done)) > 0:
        machine.work(nodes)
        done += nodes
        if done < 500:
            machine.now += 0.3
    assert machine.now - started > 1.7


class Kept:
    """A `stop` that does not return until the answer is given, as if other programs held the processor."""

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
    """The next search waits for the late one, since it uses the same memory."""
    searcher, position, kept = Searcher(game(name), engine), game(name).start(), Kept()
    if name == "chaupar":
        position = position.play("[125]")
    searcher.prepare()
    found = searcher.search(position, Limits(seconds=0.05), stop=kept)
    assert not kept.may_go_on.is_set()
    assert found.move in position.moves
    assert len(found.ranking[0].line) == 1
    kept.was_asked.wait(20.0)
    kept.may_go_on.set()
    again = searcher.search(position, Limits(nodes=200))
    fresh = Searcher(game(name), engine).search(position, Limits(nodes=200))
    assert again == dataclasses.replace(fresh, seconds=again.seconds)


def test_plain_tree_search_does_not_wait_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search returns in time even if playouts never end."""
    searcher, is_slow, may_go_on = Mcts(game("mangala"), nodes=10_000), threading.Event(), threading.Event()
    searcher.prepare()
    run_playouts = deepening.run_playouts

    def slow(*what: Any) -> None:
        is_slow.set()
        may_go_on.wait(20.0)
        run_playouts(*what)

    monkeypatch.setattr(deepening, "run_playouts", slow)
    finding = searcher.search(game("mangala").start(), Limits(seconds=0.05))
    assert is_slow.wait(20.0)
    assert not may_go_on.is_set()
    assert finding.move in game("mangala").start().moves
    may_go_on.set()
    assert searcher.search(game("mangala").start(), Limits(nodes=50)).nodes == 50


def test_an_error_of_a_search_is_raised() -> None:
    def fault() -> bool:
        raise OSError("no more")

    for limits in (Limits(seconds=5.0), Limits(nodes=10_000)):
        with pytest.raises(OSError, match="no more"):
            Searcher(game("mangala")).search(game("mangala").start(), limits, stop=fault)


@pytest.fixture
def interruption() -> Iterator[Callable[[], None]]:
    """Lets the searches of this process be given up once they have asked a few times, and then not any more."""
    asked = itertools.count()
    with contextlib.ExitStack() as stack:
        yield lambda: stack.enter_context(interrupted_when(lambda: next(asked) == 3))


@pytest.mark.parametrize(
    ("name", "spec"),
    [("mangala", "mcts:5s"), ("mangala", "mcts:2000000"), ("mangala", "best:5s"), ("chaupar", "best:nodes=2000000")],
)
def test_a_search_of_this_process_is_given_up(name: str, spec: str, interruption: Callable[[], None]) -> None:
    """The next one is not disturbed by what the first has left."""
    record, computer = Record(game(name)), player(spec, seed=1)
    if name == "chaupar":
        record.play("[125]")
    computer.prepare(record.game)
    interruption()
    with pytest.raises(Interrupted):
        computer.choose(record)
    assert player("best:nodes=50", seed=1).choose(record) in record.position.moves


def test_nodes_are_a_limit_as_well() -> None:
    assert run(Machine(1e-6), Limits(seconds=10, nodes=12_345))[1] == 12_345


def test_threads_end_together() -> None:
    machine = Machine(1e-6)
    time_manager = TimeManager(Limits(seconds=1.0, threads=2), None, machine.clock)
    helper = time_manager.helper()
    assert helper.node_budget(0) > 0
    time_manager.end()
    assert helper.node_budget(0) == 0


@pytest.mark.parametrize("engine", [AlphaBeta, Puct])
def test_searches_read_the_clock(engine: type[AlphaBeta] | type[Puct]) -> None:
    """A clock that jumps ahead at every reading leaves almost no time, but a move is returned."""
    ticks = iter(range(1, 1_000_000))
    searcher = engine(game("mangala"), clock=lambda: float(next(ticks)))
    found = searcher.search(game("mangala").start(), Limits(seconds=30.0))
    assert found.move in game("mangala").start().moves
    assert found.nodes < 50_000


@pytest.mark.compiled_only
def test_processor_time_is_not_the_clocks() -> None:
    """Waiting does not use a budget of processor time: another thread may hold the lock."""
    searcher, busy = Searcher(game("mangala")), threading.Event()
    searcher.prepare()
    found = searcher.search(
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


# --- node budgets -----------------------------------------------------------------------------------------------------


class Hand:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 10.0

    def clock(self) -> float:
        return self.now

    def time_manager(self, limits: Limits) -> TimeManager:
        return TimeManager(limits, None, self.clock)


SECOND = Limits(seconds=1.0)


def test_the_first_chunk_is_small_at_any_time() -> None:
    assert Hand().time_manager(SECOND).node_budget(0) == FIRST_CHUNK


def test_chunks_grow_to_twice_their_size_at_most() -> None:
    hand = Hand()
    time_manager = hand.time_manager(SECOND)
    sizes = []
    for _ in range(4):
        sizes.append(time_manager.node_budget(0))
        hand.now += 1e-6
    assert sizes == [FIRST_CHUNK, 2 * FIRST_CHUNK, 4 * FIRST_CHUNK, 8 * FIRST_CHUNK]


def test_the_share_of_a_time_limit_is_that_of_the_last_reading() -> None:
    hand = Hand()
    time_manager = hand.time_manager(Limits(seconds=4.0))
    hand.now += 1.0
    assert time_manager.share == 0.0
    time_manager.node_budget(0)
    assert time_manager.share == 0.25
    assert hand.time_manager(Limits(nodes=5)).share == 0.0


def test_a_little_of_the_time_is_kept_back() -> None:
    """The reserve is 8 % of the limit, at most 30 ms."""
    for seconds, reserve in ((1.0, 0.03), (0.1, 0.008)):
        for before, goes_on in ((reserve + 1e-4, True), (reserve - 1e-4, False)):
            hand = Hand()
            time_manager = hand.time_manager(Limits(seconds=seconds))
            hand.now += seconds - before
            assert (time_manager.node_budget(0) > 0) is goes_on


def after_a_slow_chunk(hand: Hand) -> TimeManager:
    """Let the first chunk take 0.1 s: the next one is the smallest, and may take 1.5 times its share, 37.5 ms."""
    time_manager = hand.time_manager(SECOND)
    time_manager.node_budget(0)
    hand.now += 0.1
    assert time_manager.node_budget(0) == SMALLEST_CHUNK
    return time_manager


@pytest.mark.parametrize(("left", "goes_on"), [(0.038, True), (0.037, False)])
def test_no_chunk_is_begun_that_may_end_too_late(left: float, goes_on: bool) -> None:
    hand = Hand()
    time_manager = hand.time_manager(SECOND)
    time_manager.node_budget(0)
    hand.now += 0.1
    time_manager._deadline = hand.now + left
    assert (time_manager.node_budget(0) > 0) is goes_on


def test_half_of_the_time_of_a_delayed_chunk_is_expected_again() -> None:
    for left, goes_on in ((0.0189, True), (0.0187, False)):
        hand = Hand()
        time_manager = after_a_slow_chunk(hand)
        hand.now += 1e-5
        time_manager._deadline = hand.now + left
        assert (time_manager.node_budget(0) > 0) is goes_on


def test_processor_time_is_not_waited_for() -> None:
    assert Hand().time_manager(Limits(seconds=1.0, cpu=True)).left is None
    assert Hand().time_manager(SECOND).left == 1.0
    assert Hand().time_manager(Limits(nodes=5)).left is None


# --- waiting ----------------------------------------------------------------------------------------------------------


class Slept:
    """An event whose `wait` returns at once and records the timeout."""

    def __init__(self, comes: bool) -> None:
        self.comes = comes
        self.waited: list[float] = []

    def wait(self, seconds: float) -> bool:
        self.waited.append(seconds)
        return self.comes


def slept(watch: DeadlineRunner, left: float, comes: bool) -> float:
    job: Any = SimpleNamespace(is_over=Slept(comes))
    assert watch._sleep(job, left) is comes
    return float(job.is_over.waited[0])


def test_oversleeping_is_subtracted_from_the_next_deadline() -> None:
    watch = DeadlineRunner()
    assert slept(watch, 0.1, True) == 0.1
    watch._oversleeps = 0.02
    assert slept(watch, 0.1, True) == pytest.approx(0.08)
    assert slept(watch, 0.1, True) == pytest.approx(0.1 - 0.93 * 0.02)  # it decays slowly
    watch._oversleeps = 0.09
    assert slept(watch, 0.1, True) == pytest.approx(0.05)  # at least half of the time is used


def test_new_work_waits_for_the_old() -> None:
    """Both use the same memory; the old job may still be running."""
    watch, may_end, order = DeadlineRunner(), threading.Event(), []

    def old() -> None:
        may_end.wait(20)
        order.append("old")

    assert not watch.run(old, 0.01, lambda: None)
    threading.Timer(0.1, may_end.set).start()
    assert watch.run(lambda: order.append("new"), 20.0, lambda: None)
    assert order == ["old", "new"]
