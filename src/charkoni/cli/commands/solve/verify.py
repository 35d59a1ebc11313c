"""`charkoni verify`: tablebases and proofs checked: checksums, and entries computed anew by the rules."""

from pathlib import Path
from typing import Annotated

import charkoni
from charkoni import solve as solvers
from charkoni.cli import inputs
from charkoni.cli.commands.solve.options import Folder
from charkoni.cli.commands.solve.value_texts import claim_text
from charkoni.cli.errors import bad_word
from charkoni.cli.parameters import argument, flag, option
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.solve.proof import read_certificate
from charkoni.solve.tablebase_files import checksum, tablebase_folder
from charkoni.solve.tasks import CheckableTablebase


def verify(
    words: Words,
    what: Annotated[
        list[str] | None, argument("GAME|FILE", N_("games, or files of proofs; by default all tablebases"))
    ] = None,
    size: Annotated[str | None, option("SIZE", N_("only tablebases of this size"), "--tablebase")] = None,
    folder: Folder = None,
    sample: Annotated[
        int | None, option("", N_("entries to recompute; by default a few seconds' worth"), min=0)
    ] = None,
    everything: Annotated[bool, flag("--all", N_("recompute all entries"))] = False,
    seed: Annotated[int, option("", N_("seed of the sample"), min=0, max=2**63 - 1)] = 1,
) -> None:
    """Check certificates and tablebases, by default all tablebases of the folder; raise Refusal or OSError."""
    files = [Path(word) for word in what or () if Path(word).is_file()]
    games = [inputs.game(word).family.name for word in what or () if not Path(word).is_file()]
    for path in files:
        _check_certificate(words, path)
    if files and not games:
        return
    folder = folder or tablebase_folder()
    chosen = [
        tablebase
        for name in games or charkoni.games()
        for tablebase in solvers.solver_of(name).tablebases_of(folder)
        if size in (None, tablebase.size)
    ]
    if not chosen:
        raise bad_word(str(folder), N_("there is no such tablebase in this folder"))
    for tablebase in chosen:
        count = None if everything else tablebase.usual if sample is None else sample
        _check_tablebase(words, tablebase, count, seed)


def _check_certificate(words: Words, path: Path) -> None:
    """Check the certificate in a file and print its claim; raise Refusal or OSError."""
    certificate = read_certificate(path)
    checked = certificate.check()
    line = words._(
        "holds: {claim}; {positions} positions checked", claim=claim_text(words, certificate), positions=checked
    )
    print(f"{path}: {line}", flush=True)


def _check_tablebase(words: Words, tablebase: CheckableTablebase, sample: int | None, seed: int) -> None:
    """Check a tablebase, with so many entries computed anew, None for all; raise Refusal or OSError."""
    with progress_bar() as progress:
        task = progress.add_task(words._("checking"))
        checked = tablebase.verify(sample, seed, lambda done, total: progress.update(task, completed=done, total=total))
    args = {"entries": checked.entries, "played": checked.played_out, "sum": f"{checksum(tablebase.path):08x}"}
    line = words._("whole, CRC-32 {sum}; {entries} entries recomputed, {played} positions played out", **args)
    print(f"{tablebase.path}: {line}", flush=True)
