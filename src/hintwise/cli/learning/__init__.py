"""How a person answers questions in a terminal."""
