"""How fast a rating list of 1.5 million people is read, and searched by the beginnings of names and by IDs.

    python bench/rating_list.py [--people 1500000] [--folder FOLDER]

The list is synthetic, in FIDE's fixed columns.  Surnames and given names follow a Zipf law, so that the commonest
beginnings fit tens of thousands of people.
"""

import argparse
import random
import statistics
import tempfile
import time
from pathlib import Path

from charkoni.tournament.formats.rating_lists import head_of_list, list_rows
from charkoni.tournament.rating_list_index import FILE, RatingList

HEAD = (
    "ID Number      Name                                                         "
    "Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag"
)
STARTS = (
    *("Al", "An", "Bar", "Ber", "Car", "Dam", "Er", "Fer", "Gar", "Hor", "Iv", "Kar", "Kov", "Lar", "Mar", "Mal"),
    *("Nov", "Os", "Pet", "Pop", "Rod", "Sar", "Sid", "Tar", "Var", "Zim"),
)
MIDDLES = ("a", "e", "i", "o", "u", "ar", "el", "in", "ov", "es", "and", "ist")
ENDS = (
    *("ov", "ova", "sky", "ski", "son", "sen", "ez", "es", "man", "er", "a", "o", "i", "u", "yan", "dze", "in", "ina"),
    *("uk", "enko"),
)


def names(rng: random.Random, count: int) -> list[str]:
    """Return different made-up names."""
    found: dict[str, None] = {}
    while len(found) < count:
        found["".join((rng.choice(STARTS), *rng.choices(MIDDLES, k=rng.randint(0, 2)), rng.choice(ENDS)))] = None
    return list(found)


def write(path: Path, people: int) -> None:
    """Write a synthetic list."""
    rng = random.Random(1)
    surnames, given = names(rng, 8000), names(rng, 1500)
    zipf = [[1 / (place + 10) for place in range(len(each))] for each in (surnames, given)]
    with path.open("w", encoding="utf-8") as file:
        print(HEAD, file=file)
        chosen = zip(rng.choices(surnames, zipf[0], k=people), rng.choices(given, zipf[1], k=people), strict=True)
        for number, (surname, name) in enumerate(chosen, 1000001):
            rating, year = rng.randint(1000, 2800), rng.randint(1940, 2018)
            line = f"{number:<15}{f'{surname}, {name}':<61}KGZ {'MF'[number % 2]}   {'':<29}{rating:<6}0   20 {year}"
            print(line, file=file)


def main() -> None:
    """Make, read and search a list; print seconds and milliseconds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=1_500_000)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        write(folder / "list.txt", options.people)
        found, begun = RatingList(folder), time.perf_counter()
        head = head_of_list(folder / "list.txt")
        filled = found.replace(list_rows(folder / "list.txt", head, head.month), head.month)
        size = (folder / FILE).stat().st_size / 1e6
        print(f"{filled.people} people read in {time.perf_counter() - begun:.1f} s, {size:.0f} MB")
        rng = random.Random(2)
        people = [person for text in STARTS for person in found.find(f"{text}a")]
        wanted = ["mar", "kar ova", "a zzz", "an ivz", "mar mar", "1000500"]
        wanted += [" ".join(word[: rng.randint(2, 9)] for word in p.name.split(", ")) for p in people]
        wanted += [p.federation_id for p in people]
        times = []
        for text in wanted:
            begun = time.perf_counter()
            found.find(text)
            times.append((1000 * (time.perf_counter() - begun), text))
        median = statistics.median(ms for ms, _ in times)
        print(f"{len(times)} searches: median {median:.2f} ms, slowest {max(times)[0]:.1f} ms ({max(times)[1]!r})")


if __name__ == "__main__":
    main()
