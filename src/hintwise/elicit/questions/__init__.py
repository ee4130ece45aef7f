"""Question rules: which two steps to ask about next."""
