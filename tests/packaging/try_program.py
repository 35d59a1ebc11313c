"""The program as somebody meets it, on any system: rules, a game, the page; `python -m tests.packaging.try_program`."""

import os
import re
import subprocess
import sys
import urllib.request

PROGRAM = (sys.executable, "-c", "from charkoni.cli.main import main; main()")
PATIENCE_S = 120


def output(*words: str) -> str:
    """Return what a command prints."""
    return subprocess.run([*PROGRAM, *words], check=True, capture_output=True, text=True, encoding="utf-8").stdout


def main() -> None:
    """Read rules, play a game to its end and open the home page of a server; raise what goes wrong."""
    os.environ |= {"CHARKONI_LANG": "en", "PYTHONUTF8": "1"}
    assert "king" in output("rules", "gana")
    assert "wins" in output("play", "mosty:size=3", "a=random", "b=level=2", "--pace", "0", "--seed", "1")
    command = [*PROGRAM, "serve", "--port", "0", "--workers", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    try:
        assert server.stdout
        address = re.search(r"http://localhost:\d+/", server.stdout.readline())
        assert address
        with urllib.request.urlopen(address[0], timeout=PATIENCE_S) as answer:
            assert "Charkoni" in answer.read().decode()
    finally:
        server.terminate()
        server.wait(PATIENCE_S)


if __name__ == "__main__":
    main()
