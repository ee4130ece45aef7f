"""Logic grids: the model, the file, and the language of its rules."""
