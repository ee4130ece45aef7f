"""Studies with people: what they are asked, in which order, and what becomes of their answers."""
