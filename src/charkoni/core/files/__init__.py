"""Files that survive a full disk or a kill: written whole or not at all, or growing by checked lines."""
