"""The cheapest refuting set: what is minimised, what bounds it, and the tree that finds it."""
