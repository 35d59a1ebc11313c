"""Alpha-beta search for games without chance: the search, its context, kernels and move ordering."""
