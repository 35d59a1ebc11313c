"""Chaos tests: python -m tests.chaos [--long] [--only NAME ...] [--seconds N] [--seed N] [--file FILE].

Every experiment injects faults of one kind while a crowd plays, and compares afterwards what the program had promised
to keep with what is there.  The table is printed as Markdown; the exit code is 1 when anything was lost.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.chaos.experiments import (
    consequences,
    damage,
    growth,
    hostile,
    kills,
    lessons,
    network,
    resources,
    restorations,
    seasons,
    upgrades,
)
from tests.chaos.experiments.place import LackingError, Place
from tests.chaos.report import Row, table

Experiment = Callable[[Place], Awaitable[Row]]

SHORT_S = 12.0
LONG_S = 600.0
GROWTH_S = 1200.0
EXPERIMENTS: dict[str, Experiment] = {
    "kill": kills.sqlite,
    "kill-postgresql": kills.postgresql,
    "kill-node": kills.two_nodes,
    "lesson": lessons.sqlite,
    "lesson-postgresql": lessons.postgresql,
    "notices": consequences.sqlite,
    "notices-node": consequences.two_nodes,
    "leagues": seasons.sqlite,
    "leagues-node": seasons.two_nodes,
    "nginx": kills.behind_nginx,
    "caddy": kills.behind_caddy,
    "database": kills.database,
    "engine": kills.engines,
    "freeze": kills.freezes,
    "network": network.bad_networks,
    "cut": network.cuts,
    "half": network.half_requests,
    "slow": network.slow_readers,
    "descriptors": resources.descriptors,
    "disk": resources.full_disk,
    "clock": resources.clock_jumps,
    "damage": damage.damage,
    "writer": upgrades.writers,
    "migration": upgrades.migrations,
    "backup": upgrades.backups,
    "restore": restorations.elsewhere,
    "sizes": hostile.sizes,
    "owners": hostile.owners,
}
LONG: dict[str, Experiment] = {"growth": growth.growth}
"""Experiments that show nothing in seconds."""


def run(name: str, seconds: float, seed: int) -> Row:
    """Run an experiment in a folder of its own; an error in it is a fault."""
    with tempfile.TemporaryDirectory(prefix=f"charkoni-chaos-{name}-") as folder:
        place = Place(Path(folder), seconds, random.Random(f"{name} {seed}"))
        try:
            return asyncio.run(_run((EXPERIMENTS | LONG)[name], place))
        except LackingError as error:
            return Row(name, 1, 1, seen=[f"not run: {error}"])
        except Exception as error:
            traceback.print_exc()
            return Row(name, 1, 0, faults=[f"{type(error).__name__}: {error}"])


async def _run(experiment: Experiment, place: Place) -> Row:
    return await experiment(place)


def main() -> int:
    """Run the experiments and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="hours instead of minutes, and the growth of memory")
    parser.add_argument("--only", nargs="+", choices=[*EXPERIMENTS, *LONG], metavar="NAME")
    parser.add_argument("--seconds", type=float, help="how long each experiment injects faults")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--file", type=Path, help="where to write the table, too")
    args = parser.parse_args()
    names = args.only or [*EXPERIMENTS, *(LONG if args.long else ())]
    rows = []
    print(f"seed {args.seed}", flush=True)
    for name in names:
        began = time.monotonic()
        usual = (GROWTH_S if name in LONG else LONG_S) if args.long or name in LONG else SHORT_S
        row = run(name, args.seconds or usual, args.seed)
        rows.append(row)
        took = time.monotonic() - began
        print(f"{'FAILED' if row.has_failed else 'ok    '} {row.name}, {took:.0f} s", file=sys.stderr, flush=True)
    text = table(rows)
    print(text)
    if args.file:
        args.file.write_text(f"{text}\n", encoding="utf-8")
    return int(any(row.has_failed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
