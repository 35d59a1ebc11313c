"""Seconds until the result slips of a round are a PDF, as `charkoni tournament print EVENT slips` writes them.

    python bench/result_slips.py [--tables 21] [--runs 5]

Program: the whole command in a process of its own, from its start to the written file, with codes to be scanned.
Drawing: the PDF alone, in a process that has drawn one before, as a server has.  Seconds of the processor and of the
clock: the median of all runs.  Target: 2 s for the slips of 21 tables.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from charkoni.core.translations import Words
from charkoni.tournament import simulate
from charkoni.tournament.director import Director
from charkoni.tournament.pairing.protocol import Pairing
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.registry import PrintOptions, sheet

ADDRESS = "https://example.org/t/cup"


def event(path: Path, tables: int) -> Director:
    """Return an event whose first round of so many tables is published."""
    director = Director.take_over(path, simulate.start("bench", 2 * tables, 5))
    numbers = range(1, 2 * tables + 1, 2)
    director.engine = lambda _: Pairing(tuple((number, number + 1) for number in numbers))
    director.draft()
    director.publish()
    return director


def processor() -> float:
    """Return the seconds of the processor that this process and its children have used."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def measured(name: str, runs: int, work: Callable[[], object]) -> None:
    """Run work several times, and print the medians of its times."""
    times = []
    for _ in range(runs):
        begun = processor(), perf_counter()
        work()
        times.append((processor() - begun[0], perf_counter() - begun[1]))
    used, passed = map(statistics.median, zip(*times, strict=True))
    print(f"{name:<8} {used:5.2f} s of the processor, {passed:5.2f} s of the clock")


def main() -> None:
    """Make an event, and print how long its slips take."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=21)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        path, output = Path(name) / "cup", Path(name) / "slips.pdf"
        with event(path, options.tables) as director:
            state = director.state
        command = [sys.executable, "-m", "charkoni", "tournament", "print", str(path), "slips"]
        command += ["--address", ADDRESS, "--output", str(output)]

        def program() -> None:
            output.unlink(missing_ok=True)
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

        def drawing() -> None:
            pdf(sheet(Words("en"), state, "slips", PrintOptions(1, ADDRESS)))

        drawing()
        print(f"{options.tables} tables")
        measured("program", options.runs, program)
        measured("drawing", options.runs, drawing)


if __name__ == "__main__":
    main()
