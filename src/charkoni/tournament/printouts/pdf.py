"""Print-outs as PDF (reportlab)."""

from charkoni.core.errors import N_
from charkoni.core.files.installation import install_command
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.printouts.document import Sheet


def pdf(sheet: Sheet, paper: str = "A4") -> bytes:
    """Return a sheet as PDF; equal sheets give equal bytes.

    paper: A4 or Letter.  Raise BadSetting for another paper, or without reportlab.
    """
    try:
        from charkoni.tournament.printouts.pdf_parts import SIZES, document
    except ImportError:
        command = install_command("tournament")
        raise refusal(BadSetting, "pdf", N_("for PDF install: {command}"), command=command) from None
    if paper.upper() not in SIZES:
        raise refusal(BadSetting, paper, N_("paper is A4 or Letter"))
    return document(sheet, SIZES[paper.upper()])
