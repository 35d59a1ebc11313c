"""Commands that measure players: matches, ladders, tuning."""
