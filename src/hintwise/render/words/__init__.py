"""Sentences, in every language there is a file for."""
