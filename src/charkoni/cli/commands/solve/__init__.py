"""Commands about exact values: solvers, verification, exploration."""
