"""Licences that a bill of materials lacks: python -m tests.packaging.licences BILL ENVIRONMENT

A package that declares no licence may come with the text of one.  Its component gets the licence that the text is, as
concluded from it.  A component that has none then is an error: nothing is released whose licence is unknown.
"""

import json
import re
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

SENTENCES = {
    "MIT": (
        "Permission is hereby granted, free of charge, to any person obtaining a copy of this software",
        "The above copyright notice and this permission notice shall be included in all copies",
    ),
}
"""By SPDX id the sentences by which a licence is known."""


def licence_of(text: str) -> str | None:
    """Return the SPDX id of the licence that a text is, None if it is none of the known ones."""
    words = re.sub(r"\s+", " ", text)
    return next((id_ for id_, sentences in SENTENCES.items() if all(each in words for each in sentences)), None)


def complete(bill: dict[str, Any], packages: Iterable[Distribution]) -> list[str]:
    """Add the licences that the files of packages are to the components of a bill; return those still without one."""
    installed = {package.name: package for package in packages}
    missing = []
    for component in bill["components"]:
        if component.get("licenses"):
            continue
        package = installed.get(component["name"])
        files = package.metadata.get_all("License-File") or [] if package else []
        texts = [package.read_text(f"licenses/{file}") or package.read_text(file) or "" for file in files if package]
        found = sorted({id_ for text in texts if (id_ := licence_of(text))})
        if found:
            component["licenses"] = [{"license": {"acknowledgement": "concluded", "id": id_}} for id_ in found]
        else:
            missing.append(component["name"])
    return missing


def main() -> None:
    """Complete the bill that the command line names."""
    path, environment = Path(sys.argv[1]), Path(sys.argv[2])
    bill = json.loads(path.read_text(encoding="utf-8"))
    folders = [str(folder) for folder in environment.glob("[Ll]ib/**/site-packages")]
    missing = complete(bill, distributions(path=folders))
    path.write_text(json.dumps(bill, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    if missing:
        sys.exit(f"no licence is known of {', '.join(missing)}")


if __name__ == "__main__":
    main()
