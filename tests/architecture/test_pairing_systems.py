"""No code compares the name of a pairing system: differences are methods of the systems."""

import re
from pathlib import Path

import pytest

from charkoni.tournament.pairing.systems import NAMES

SOURCE = Path(__file__).resolve().parents[2] / "src" / "charkoni"
FILES = sorted(path for suffix in ("py", "html", "js") for path in SOURCE.rglob(f"*.{suffix}"))
_NAMES = "|".join(re.escape(name) for name in NAMES)
COMPARED = re.compile(
    rf"""(?:[=!]=|\bin)\s*[(\[{{]?\s*["'](?:{_NAMES})["'] | ["'](?:{_NAMES})["']\s*[=!]=
    | (?<!for[ ])\bsystem\s*(?:[=!]=|(?:not\s+)?in\b)""",
    re.VERBOSE,
)
LOOKUP = re.compile(r"system (not )?in (systems\.)?NAMES")
"""A name from outside is checked for being one at all."""


def _compared(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines() if COMPARED.search(line)]
    return [line for line in lines if not LOOKUP.search(line)]


def test_no_system_is_known_by_its_name() -> None:
    found = {str(path.relative_to(SOURCE)): lines for path in FILES if (lines := _compared(path.read_text("utf-8")))}
    assert not found


@pytest.mark.parametrize(
    "line",
    [
        'if settings.system == "swiss":',
        'if "knockout" == settings.system:',
        'robin = settings.system in ("round-robin", "double-round-robin")',
        "if system != SYSTEMS[0]:",
        '{% if settings.system == "swiss" %}',
    ],
)
def test_a_comparison_is_found(line: str) -> None:
    assert _compared(line)
