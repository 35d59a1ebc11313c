"""The pairing engine in a worker process: its answers, limits and failures."""

import errno
import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import Connection

import pytest

from charkoni.core.files.installation import install_command
from charkoni.core.translations import Words
from charkoni.tournament import simulate
from charkoni.tournament.model.errors import EngineFailed, NoPairing, TooLong
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.input_from_event import input_before
from charkoni.tournament.pairing.worker import PairingWorker, limit_for


@pytest.fixture(scope="module")
def engine() -> Iterator[PairingWorker]:
    engine = PairingWorker()
    yield engine
    engine.close()


def test_the_engine_in_its_own_process_answers_and_refuses_the_same(engine: PairingWorker) -> None:
    state = simulate.start("w", 6, 3)
    assert engine.pair(input_before(state, 1)) == pair(input_before(state, 1))
    alone = replace(input_before(state, 1), players=input_before(state, 1).players[:1])
    with pytest.raises(NoPairing):
        engine.pair(alone)


def test_a_slow_engine_is_stopped_and_works_again(engine: PairingWorker) -> None:
    pairing_input = input_before(simulate.start("slow", 40, 5), 1)
    engine.pair(pairing_input)
    os.kill(engine._worker.process.pid, signal.SIGSTOP)  # a fast machine could answer at once
    with pytest.raises(TooLong, match="nothing changed"):
        engine.pair(pairing_input, seconds=0.0)
    assert engine.pair(pairing_input) == pair(pairing_input)
    assert (limit_for(500), limit_for(501)) == (60, 600)


def test_an_engine_that_dies_is_reported_and_works_again(
    engine: PairingWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing_input = input_before(simulate.start("dies", 8, 5), 1)
    engine.pair(pairing_input)
    process, poll = engine._worker.process, Connection.poll
    os.kill(process.pid, signal.SIGSTOP)  # so that it dies after it has got the input

    def killed(pipe: Connection, seconds: float) -> bool:
        os.kill(process.pid, signal.SIGKILL)
        return poll(pipe, seconds)

    with monkeypatch.context() as patched:
        patched.setattr(Connection, "poll", killed)
        with pytest.raises(EngineFailed, match="nothing changed"):
            engine.pair(pairing_input)
    assert engine.pair(pairing_input) == pair(pairing_input)


def test_a_worker_that_cannot_start_is_a_failure_and_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    pairing_input = input_before(simulate.start("starts", 8, 5), 1)
    engine = PairingWorker()
    monkeypatch.setattr(multiprocessing.get_context("spawn").Process, "start", _unavailable)
    for _ in range(2):
        with pytest.raises(EngineFailed, match="nothing changed"):
            engine.pair(pairing_input)
    engine.close()


def test_a_missing_engine_is_named_with_its_command_in_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gacrux.trf2json", None)
    with pytest.raises(EngineFailed) as found:
        pair(input_before(simulate.start("missing", 8, 5), 1))
    sent = pickle.loads(pickle.dumps(found.value))
    command = install_command("tournament")
    assert str(sent) == f"the pairing engine is missing; install it with: {command}"
    assert sent.reason.message(Words("ru")._) == f"программа жеребьёвки не установлена; установите её так: {command}"


def test_a_failure_of_the_engine_is_quoted_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("{7}")

    monkeypatch.setattr("gacrux.pairingdutch.pairing_dutch", fail)
    with pytest.raises(EngineFailed) as found:
        pair(input_before(simulate.start("fails", 8, 5), 1))
    assert found.value.reason.message(Words("ru")._) == str(found.value) == "gacrux: KeyError: '{7}'"


def _unavailable(_: object) -> None:
    raise OSError(errno.EAGAIN, "Resource temporarily unavailable")
