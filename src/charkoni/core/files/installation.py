"""The installation of this program, as its metadata describes it: from a wheel, from a repository, or of a checkout."""

import json
from collections.abc import Mapping
from importlib.metadata import distribution, version


def origin(kind: str) -> Mapping[str, object]:
    """Return a table of `direct_url.json`: `dir_info` of a folder, `vcs_info` of a repository; {} if there is none."""
    text = distribution("charkoni").read_text("direct_url.json") or "{}"
    found: Mapping[str, object] = json.loads(text).get(kind, {})
    return found


def install_command(extra: str) -> str:
    """Return the command that installs an extra: from the wheel of this version, or in the checkout that is used."""
    if origin("dir_info").get("editable"):
        return f"pip install -e '.[{extra}]'"
    return f"pip install 'charkoni-{version('charkoni')}-py3-none-any.whl[{extra}]'"
