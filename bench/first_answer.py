"""Seconds from the start of the server to its first page: python bench/first_answer.py [PYTHON ...] [--times 5]

For each Python with Charkoni (default: this one), by turns: the home page from a database and a compile cache that do
not exist yet (cold), then again from both as the first start left them after a minute at most (warm).  The processes
that compile go on meanwhile, as they do for visitors.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

WARM_UP_S = 20.0
"""How long a first start runs on before it is ended: kernels are compiled meanwhile."""


def answer(python: str, folder: Path, port: int, stay: float = 0.0) -> float:
    """Return the seconds until the home page is answered; the server is ended `stay` seconds later."""
    environment = {**os.environ, "CHARKONI_CACHE": str(folder / "cache"), "HOME": str(folder)}
    command = [python, "-m", "charkoni", "serve", "--port", str(port), "--database", str(folder / "games.db")]
    began = time.perf_counter()
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://localhost:{port}/", timeout=30).read()
                break
            except OSError:
                time.sleep(0.01)
        seconds = time.perf_counter() - began
        time.sleep(stay)
        return seconds
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="*", default=[sys.executable])
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    found: dict[tuple[str, str], list[float]] = {}
    for turn in range(options.times):
        for place, python in enumerate(options.pythons):
            with tempfile.TemporaryDirectory() as folder:
                for when, stay in (("cold", WARM_UP_S), ("warm", 0.0)):
                    seconds = answer(python, Path(folder), 18_400 + 2 * turn + 20 * place, stay)
                    found.setdefault((python, when), []).append(seconds)
    for (python, when), times in found.items():
        print(f"{python}  {when}: median {statistics.median(times):.2f} s of", *(f"{each:.2f}" for each in times))


if __name__ == "__main__":
    main()
