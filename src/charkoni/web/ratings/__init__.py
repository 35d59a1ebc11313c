"""Ratings of people: what a rated game changes, who is known how well, and the pages that show it."""
