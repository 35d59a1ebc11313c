"""Print-outs written into new files."""

from pathlib import Path

from charkoni.cli.errors import bad_word
from charkoni.core.errors import N_
from charkoni.core.files import atomic_files
from charkoni.tournament.printouts.document import Sheet
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.text import text


def content_of(printed: Sheet, output: Path, paper: str) -> bytes:
    """Return a print-out in the form that the ending of its file names; raise BadWord for another ending."""
    form = output.suffix.lower()
    if form not in (".pdf", ".html", ".txt"):
        raise bad_word(str(output), N_("print-outs are .pdf, .html or .txt"))
    return (
        pdf(printed, paper) if form == ".pdf" else (html(printed, paper) if form == ".html" else text(printed)).encode()
    )


def write_bytes(content: bytes, output: Path) -> None:
    """Write bytes into a new file; raise BadWord when the file exists."""
    try:
        atomic_files.create(output.expanduser(), content)
    except FileExistsError:
        raise bad_word(str(output), N_("the file exists already")) from None
