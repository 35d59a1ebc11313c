"""Actions: what an arbiter can do at a door; composites of several acts, and the table of all."""
