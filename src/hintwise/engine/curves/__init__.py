"""Costs that are no plain sums, and how they are cut into linear pieces."""
