"""The checks of the kit, by subject."""
