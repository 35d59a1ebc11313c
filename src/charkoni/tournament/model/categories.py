"""Categories of players: rules by sex, year of birth, club or mark, and the texts of lists, rules and prize funds.

Lists are separated by commas, semicolons or slashes everywhere: marks (`W,U18` or `W/U18`), rules
(`Women: f; U18: 2009+`), prize funds (`300,200,100; U18: 100,50`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.person_names import checked_line
from charkoni.tournament.model.players import Entry, Person

SEPARATORS = r"[,;/|]"
_AMOUNT = r"[0-9]{1,9}"
LONGEST_NAME = 40
FEMALE, MALE = "f", "m"
_SEXES = {
    FEMALE: ("f", "w", "female", "woman", "women", "girl", "girls", "ж", "жен", "женский", "женщины", "девочки", "д",
             "k", "kadın", "kadin", "kız", "kiz"),
    MALE: ("m", "male", "man", "men", "boy", "boys", "м", "муж", "мужской", "мужчины", "мальчики", "юноши",
           "e", "erkek", "bay"),
}  # fmt: skip
_WORDS = {FEMALE: N_("women and girls"), MALE: N_("men and boys")}
_FROM, _TO, _BETWEEN = N_("born {year} or later"), N_("born {year} or earlier"), N_("born {first} to {last}")
_CLUB, _MARK = N_("club {club}"), N_("marked {mark}")


@dataclass(frozen=True, slots=True)
class Category:
    """A category.  sex: f, m or empty for both.  born_from, born_to: years, 0 for any.  club, mark: empty for any."""

    name: str
    sex: str = ""
    born_from: int = 0
    born_to: int = 0
    club: str = ""
    mark: str = ""


def parts(text: str) -> list[str]:
    """Return the parts of a list, without empty ones."""
    return [part.strip() for part in re.split(SEPARATORS, text) if part.strip()]


def sex_of(text: str) -> str:
    """Return f, m, or an empty text for a sex that is not given or not known."""
    word = text.strip().lower().rstrip(".")
    return next((sex for sex, words in _SEXES.items() if word in words), "")


def birth_year(person: Person) -> int:
    """Return the year of birth, 0 for an unknown one."""
    year = person.birth[:4]
    return int(year) if year.isascii() and year.isdigit() and len(year) == 4 else 0


def marks(entry: Entry) -> tuple[str, ...]:
    """Return the marks of an entry; one that holds separators is several."""
    return tuple(dict.fromkeys(part for text in entry.categories for part in parts(text)))


# --- rules ------------------------------------------------------------------------------------------------------------


def rule_texts(text: str) -> list[str]:
    """Return the rules of a list, `Women: f; Girls: f, 2009+`, each as a text; raise BadSetting."""
    rules: list[str] = []
    for part in parts(text):
        if ":" in part:
            rules.append(part)
        elif rules:
            rules[-1] += ("," if rules[-1].rstrip()[-1] != ":" else "") + f" {part}"
        else:
            raise refusal(BadSetting, part, "category-rule")
    return [category_text(parse_category(rule)) for rule in rules]


def parse_category(text: str) -> Category:
    """Return the category of a rule, `Girls: f, 2009+`; raise BadSetting.

    Conditions: f or m; 2009+ (or >=2009) for a year of birth or later; 1965- (or <=1965); 2009-2011; club=Osh;
    mark=guest.  Without a condition the mark is the name.
    """
    name, colon, rule = text.partition(":")
    name = checked_line(name, BadSetting)
    if not colon:
        raise refusal(BadSetting, text, "category-rule")
    if not name or len(name) > LONGEST_NAME or re.search(r"[,;/|:=]", name):
        raise refusal(BadSetting, name, "category-name", most=LONGEST_NAME)
    found: dict[str, str | int] = {}
    for part in parts(rule):
        for key, value in _condition(part).items():
            if key in found:
                raise refusal(BadSetting, text, "category-conflict", name=name, rule=part)
            found[key] = value
    category = Category(name, **(found or {"mark": name}))  # type: ignore[arg-type]  # the fields of `_condition`
    years = [year for year in (category.born_from, category.born_to) if year]
    if years != sorted(years) or not all(1900 <= year <= 2100 for year in years):
        raise refusal(BadSetting, text, N_("years of birth are 1900 to 2100, the earlier one first"))
    return category


def _condition(text: str) -> dict[str, str | int]:
    """Return the fields of a condition; raise BadSetting."""
    sex = sex_of(text)
    if sex:
        return {"sex": sex}
    word = re.sub(r"\s+", "", text.replace("–", "-").replace("−", "-"))
    if match := re.fullmatch(r"(?:(\d{4})\+|>=(\d{4}))", word, re.ASCII):
        return {"born_from": int(match[1] or match[2])}
    if match := re.fullmatch(r"(?:(\d{4})-|<=(\d{4}))", word, re.ASCII):
        return {"born_to": int(match[1] or match[2])}
    if match := re.fullmatch(r"(\d{4})(?:-(\d{4}))?", word, re.ASCII):
        return {"born_from": int(match[1]), "born_to": int(match[2] or match[1])}
    key, equals, value = text.partition("=")
    if equals and key.strip().lower() in ("club", "mark") and value.strip():
        return {key.strip().lower(): checked_line(value, BadSetting)}
    raise refusal(BadSetting, text, "category-rule")


def category_text(category: Category) -> str:
    """Return the rule of a category as `parse_category` reads it."""
    first, last = category.born_from, category.born_to
    years = f"{first}-{last}" if first and last else f"{first}+" if first else f"{last}-" if last else ""
    conditions = (
        category.sex,
        years,
        f"club={category.club}" if category.club else "",
        f"mark={category.mark}" if category.mark else "",
    )
    return f"{category.name}: {', '.join(part for part in conditions if part)}"


def parse_categories(texts: Sequence[str]) -> tuple[Category, ...]:
    """Return the categories of rules; raise BadSetting, also for two of one name."""
    categories = tuple(map(parse_category, texts))
    names: set[str] = set()
    for category in categories:
        if key(category.name) in names:
            raise refusal(BadSetting, category.name, N_("there are two categories {name}"), name=category.name)
        names.add(key(category.name))
    return categories


def key(name: str) -> str:
    """Return the key by which names of categories are compared."""
    return " ".join(name.casefold().split())


def rule_in_words(words: Words, category: Category) -> str:
    """Return the rule of a category in words."""
    first, last = category.born_from, category.born_to
    years = (
        words._(_BETWEEN, first=first, last=last)
        if first and last
        else words._(_FROM, year=first)
        if first
        else words._(_TO, year=last)
        if last
        else ""
    )
    conditions = (
        words._(_WORDS[category.sex]) if category.sex else "",
        years,
        words._(_CLUB, club=category.club) if category.club else "",
        words._(_MARK, mark=category.mark) if category.mark else "",
    )
    return ", ".join(part for part in conditions if part)


def fits(category: Category, entry: Entry, person: Person) -> bool | None:
    """Return whether an entry fits a rule; None where its sex or year of birth would decide and is not known."""
    sex, year = sex_of(person.sex), birth_year(person)
    known = [
        not category.mark or key(category.mark) in map(key, marks(entry)),
        not category.club or key(category.club) == key(entry.club),
    ]
    open_ = False
    if category.sex:
        known.append(not sex or sex == category.sex)
        open_ |= not sex
    if category.born_from or category.born_to:
        known.append(not year or (category.born_from or 0) <= year <= (category.born_to or 9999))
        open_ |= not year
    return False if not all(known) else None if open_ else True


def is_member(category: Category, entry: Entry, person: Person) -> bool:
    """Return whether an entry belongs to a category: by its rule, or by a mark of its name where data are missing."""
    verdict = fits(category, entry, person)
    return bool(verdict) if verdict is not None else key(category.name) in map(key, marks(entry))


# --- prize funds ------------------------------------------------------------------------------------------------------


def fund_texts(text: str) -> list[str]:
    """Return the funds of a list, `300,200,100; U20: 100,50`, each as `checked_fund` reads it; raise BadSetting."""
    funds: list[tuple[str, list[str]]] = []
    for part in parts(text):
        name, colon, amount = part.rpartition(":")
        if colon or not funds:
            funds.append((f"{name.strip()}:" if colon else "", []))
        if amount.strip():
            if not re.fullmatch(_AMOUNT, amount.strip()):
                raise refusal(BadSetting, part, "fund")
            funds[-1][1].append(amount.strip())
    texts = [name + ",".join(amounts) for name, amounts in funds]
    for fund in texts:
        checked_fund(fund)
    return texts


def checked_fund(text: str) -> tuple[str, tuple[int, ...]]:
    """Return category and amounts of a fund, `300,200,100` or `U20:100,50`; raise BadSetting.

    category: empty for everybody.  amounts: whole units, first prize first.
    """
    category, colon, amounts = text.rpartition(":")
    if not re.fullmatch(rf"{_AMOUNT}(\s*,\s*{_AMOUNT})*", amounts.strip()) or (colon and not category.strip()):
        raise refusal(BadSetting, text, "fund")
    return category.strip(), tuple(int(part) for part in amounts.split(","))
