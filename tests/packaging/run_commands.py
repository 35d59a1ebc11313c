"""Run in another environment: each command of standard input, a JSON list, in one process; print what came of each."""

import contextlib
import io
import json
import sys
import time

from charkoni.cli.main import run


def main() -> None:
    for words in json.load(sys.stdin):
        out, errors = io.StringIO(), io.StringIO()
        began = time.perf_counter()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            code = run(words)
        seconds = round(time.perf_counter() - began, 2)
        print(json.dumps({"words": words, "code": code, "errors": errors.getvalue(), "seconds": seconds}), flush=True)


if __name__ == "__main__":
    main()
