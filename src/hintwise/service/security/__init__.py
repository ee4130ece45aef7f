"""What keeps a server and the people on it safe: one idea in each module, its threat said there."""
