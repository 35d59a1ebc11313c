"""The packages on which an installation of Charkoni depends: versions, dates, licences, sizes, known vulnerabilities:

    python bench/dependencies.py [--extra web --extra tournament] [--audit]

For each package: the installed version, the day of its release and that of the newest one (by the package index, "?"
where it cannot be reached), its licence and its size on disk.  Without --extra all extras count whose packages are
installed.  --audit runs pip-audit (pip install pip-audit), and prints how many packages it could look up at all:
where no data are reachable, nothing is known, and the table of dates is what remains.  Exit code 1: a known
vulnerability.
"""

import argparse
import json
import subprocess
import sys
import urllib.request
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename
from packaging.version import Version

INDEX = "https://pypi.org/simple"
TIMEOUT_S = 20
EXTRAS = ("web", "tournament", "gpu", "ray", "dev")


class Release(NamedTuple):
    """The days of two releases, or "?": of the installed version, and of the newest one, with its number."""

    installed: str = "?"
    newest: str = "?"
    number: str = "?"


def needed(name: str, extras: Collection[str], seen: dict[str, Distribution]) -> dict[str, Distribution]:
    """Return the installed packages that one needs with some of its extras, by name, itself left out."""
    for text in distribution(name).requires or ():
        requirement = Requirement(text)
        if requirement.marker and not any(requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            continue
        key = canonicalize_name(requirement.name)
        if key in seen or key == "charkoni":
            continue
        try:
            seen[key] = distribution(key)
        except PackageNotFoundError:
            continue
        needed(key, requirement.extras, seen)
    return seen


def release(name: str, version: str) -> Release:
    """Return the days of a package's releases by the index."""
    request = urllib.request.Request(
        f"{INDEX}/{name}/", headers={"Accept": "application/vnd.pypi.simple.v1+json", "User-Agent": "charkoni"}
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            files = json.load(answer)["files"]
    except (OSError, ValueError, KeyError):
        return Release()
    days: dict[Version, str] = {}
    for each in files:
        number = version_of(each["filename"])
        if number is not None and not number.is_prerelease and not each.get("yanked"):
            days[number] = min(days.get(number, "9"), each.get("upload-time", "?")[:10])
    if not days:
        return Release()
    newest = max(days)
    return Release(days.get(Version(version), "?"), days[newest], str(newest))


def version_of(filename: str) -> Version | None:
    """Return the version in the name of a wheel or source archive."""
    try:
        return parse_wheel_filename(filename)[1] if filename.endswith(".whl") else parse_sdist_filename(filename)[1]
    except ValueError:
        return None


def licence(package: Distribution) -> str:
    """Return the licence of a package in a few words."""
    data = package.metadata.json
    named = [line.split(" :: ")[-1] for line in data.get("classifier", ()) if "License ::" in line]
    text = str(data.get("license_expression") or ", ".join(named) or data.get("license") or "?")
    return text.splitlines()[0][:60]


def megabytes(package: Distribution) -> float:
    """Return the size of a package's files on disk."""
    return sum(each.size or 0 for each in package.files or ()) / 1e6


def lines(packages: dict[str, Distribution]) -> Iterator[str]:
    """Yield the lines of the table."""
    with ThreadPoolExecutor(8) as threads:
        days_of_all = threads.map(lambda each: release(each[0], each[1].version), packages.items())
        releases = dict(zip(packages, days_of_all, strict=True))
    yield f"{'package':24} {'version':12} {'released':10}  {'newest':12} {'released':10} {'MB':>6}  licence"
    for name in sorted(packages):
        package, days = packages[name], releases[name]
        yield (
            f"{name:24} {package.version:12} {days.installed:10}  {days.number:12} {days.newest:10} "
            f"{megabytes(package):6.1f}  {licence(package)}"
        )
    yield f"{len(packages)} packages, {sum(map(megabytes, packages.values())):.0f} MB"


def audit(packages: Collection[str]) -> int:
    """Print what pip-audit knows of these packages; return the number of vulnerabilities."""
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        "--local",
        "--skip-editable",
        "-f",
        "json",
        "--progress-spinner",
        "off",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        results = [each for each in json.loads(done.stdout)["dependencies"] if each["name"] in packages]
    except (ValueError, KeyError):
        print("pip-audit gives no result:", (done.stderr.strip().splitlines() or ["no output"])[-1])
        return 0
    known = [each for each in results if "skip_reason" not in each]
    faults = [(each["name"], each["version"], fault) for each in known for fault in each["vulns"]]
    for name, version, fault in faults:
        print(f"{name} {version}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'no version yet'}")
    print(
        f"vulnerabilities: {len(faults)} in {len(known)} packages with data, {len(packages) - len(known)} without data"
    )
    return len(faults)


def main() -> None:
    """Print the table, and the vulnerabilities if they are wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--extra", action="append", help="an extra of the package; may be repeated")
    parser.add_argument("--audit", action="store_true", help="run pip-audit, too")
    options = parser.parse_args()
    packages = needed("charkoni", options.extra or EXTRAS, {})
    print("\n".join(lines(packages)))
    sys.exit(1 if options.audit and audit(packages) else 0)


if __name__ == "__main__":
    main()
