"""`charkoni workbook`: the workbook of a game for a class, or its plan of five lessons."""

from pathlib import Path
from typing import Annotated

from charkoni.cli import inputs
from charkoni.cli.language import of_event
from charkoni.cli.parameters import GameName, flag, option
from charkoni.cli.print_outs import content_of, write_bytes
from charkoni.core.errors import N_
from charkoni.core.translations import Words


def workbook(
    words: Words,
    game: GameName,
    output: Annotated[Path, option("FILE", N_("a new file"), "--output", "-o")],
    plan: Annotated[bool, flag("--plan", N_("the teacher's plan of five lessons instead"))] = False,
    paper: Annotated[str, option("A4|Letter", N_("the size of the paper"))] = "A4",
    language: Annotated[str | None, option("LANG", N_("of the print-out: ru, en, tr, kk or ky"))] = None,
) -> None:
    """Write the workbook of a game into a new file."""
    from charkoni.classroom.lesson_plan import lesson_plan
    from charkoni.classroom.workbook import workbook as book

    of_sheet = Words(of_event([language] if language else None, words.language)[0])
    sheet = (lesson_plan if plan else book)(of_sheet, inputs.game(game))
    write_bytes(content_of(sheet, output, paper), output)
    print(output)
