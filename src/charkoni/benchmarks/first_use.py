"""The first use of a game in a fresh process, as JSON:  python -P src/charkoni/benchmarks/first_use.py GAME

Printed: the seconds that `import charkoni` and the import of the compiler take, then those from `charkoni.game(NAME)`
to a position with its legal moves and one move played; and the memory of the process afterwards.
"""

import json
import sys
import time


def main(name: str) -> None:
    """Measure and print."""
    begin = time.perf_counter()
    import charkoni

    imported = time.perf_counter()
    import charkoni.core.kernel_calls  # brings the compiler

    ready = time.perf_counter()
    position = charkoni.game(name).start()
    _ = position.play(position.moves[0]).moves
    used = time.perf_counter()
    figures = {
        "import_s": imported - begin,
        "compiler_s": ready - imported,
        "first_use_s": used - ready,
        "memory_mb": _memory_mb(),
    }
    print(json.dumps(figures))


def _memory_mb() -> float:
    """Return the peak memory of the process in MB, or 0 where the system does not report it.

    Not by `getrusage`, which starts with the peak of the parent process.
    """
    try:
        with open("/proc/self/status", encoding="utf-8") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return 0.0


if __name__ == "__main__":
    main(sys.argv[1])
