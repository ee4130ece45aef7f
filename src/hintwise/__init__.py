"""hintwise: the public surface."""
