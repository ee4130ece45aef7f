"""Walkthroughs as pages."""
