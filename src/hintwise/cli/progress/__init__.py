"""How far long work has come, on a terminal and elsewhere."""
