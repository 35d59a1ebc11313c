"""The pages of a person: sign-in, the own page, data."""
