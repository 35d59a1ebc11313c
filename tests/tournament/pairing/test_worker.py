"""The pairing engine in a worker process: its answers, limits and failures."""

import errno
import multiprocessing
import os
import signal
import threading
from dataclasses import replace

import pytest

from charkoni.tournament import simulate
from charkoni.tournament.model.errors import EngineFailed, NoPairing, TooLong
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.input_from_event import input_before
from charkoni.tournament.pairing.worker import Engine, limit_for


def test_the_engine_in_its_own_process_answers_and_refuses_the_same() -> None:
    state = simulate.begun("w", 6, 3)
    engine = Engine()
    try:
        assert engine.pair(input_before(state, 1)) == pair(input_before(state, 1))
        alone = replace(input_before(state, 1), players=input_before(state, 1).players[:1])
        with pytest.raises(NoPairing):
            engine.pair(alone)
    finally:
        engine.close()


def test_a_slow_engine_is_stopped_and_works_again() -> None:
    pairing_input = input_before(simulate.begun("slow", 40, 5), 1)
    engine = Engine()
    try:
        with pytest.raises(TooLong, match="nothing changed"):
            engine.pair(pairing_input, seconds=0.0)
        assert engine.pair(pairing_input) == pair(pairing_input)
    finally:
        engine.close()
    assert (limit_for(500), limit_for(501)) == (60, 600)


def test_an_engine_that_dies_is_told_and_works_again() -> None:
    pairing_input = input_before(simulate.begun("dies", 8, 5), 1)
    engine = Engine()
    try:
        engine.pair(pairing_input)
        process = engine._process
        os.kill(process.pid, signal.SIGSTOP)  # so that it dies with the question in hand
        killer = threading.Timer(0.1, lambda: os.kill(process.pid, signal.SIGKILL))
        killer.start()
        with pytest.raises(EngineFailed, match="nothing changed"):
            engine.pair(pairing_input)
        killer.join()
        assert engine.pair(pairing_input) == pair(pairing_input)
    finally:
        engine.close()


def test_a_worker_that_cannot_start_is_a_failure_and_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    pairing_input = input_before(simulate.begun("starts", 8, 5), 1)
    engine = Engine()
    try:
        with monkeypatch.context() as patched:
            patched.setattr(multiprocessing.get_context("spawn").Process, "start", _unavailable)
            with pytest.raises(EngineFailed, match="nothing changed"):
                engine.pair(pairing_input)
            engine.close()
        assert engine.pair(pairing_input) == pair(pairing_input)
    finally:
        engine.close()


def _unavailable(_: object) -> None:
    raise OSError(errno.EAGAIN, "Resource temporarily unavailable")
