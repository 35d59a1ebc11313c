"""Texts and settings of Toguz Korgool: pages/toguz.md."""

from charkoni.core.catalog import BLACK, WHITE, Catalog
from charkoni.core.errors import N_

CATALOG = Catalog(
    title=N_("Toguz Korgool"),
    about=N_("sowing nine by nine stones, and a hole that becomes yours"),
    typing=N_("the number of one of your holes, 1 to 9, from left to right as you sit"),
    flags={"nine": N_("a tuz may be in hole 9")},
    players=(WHITE, BLACK),
    outcome_reasons={"stones": N_("more stones in the kazan"), "equal": N_("81 stones each")},
)
