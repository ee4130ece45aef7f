"""Scripts that redo tables of the documentation."""
