"""The build hook: compiles the message catalogues, a `*.mo` beside each `*.po`, which git does not keep."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the catalogues before a wheel or an editable installation is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile each catalogue for the wheel; the source archive holds sources only."""
        for source in Path(self.root).glob("*/locale/*/LC_MESSAGES/*.po") if self.target_name == "wheel" else ():
            with source.open("rb") as file:
                catalogue = read_po(file, locale=source.parts[-3])
            with source.with_suffix(".mo").open("wb") as file:
                write_mo(file, catalogue)
