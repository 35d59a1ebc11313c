"""The first use of a game in a fresh process, as JSON:  python -P src/charkoni/bench/first_use.py GAME

Printed: the seconds that `import charkoni` and the import of the compiler take, then those from `charkoni.game(NAME)`
to a position with its legal moves and one move played; and the memory of the process afterwards.
"""

import json
import resource
import sys
import time


def main(name: str) -> None:
    """Measure and print."""
    begin = time.perf_counter()
    import charkoni

    imported = time.perf_counter()
    import charkoni.core.position  # brings the compiler

    ready = time.perf_counter()
    position = charkoni.game(name).start()
    _ = position.play(position.moves[0]).moves
    used = time.perf_counter()
    figures = {
        "import_s": imported - begin,
        "compiler_s": ready - imported,
        "first_use_s": used - ready,
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(sys.argv[1])
