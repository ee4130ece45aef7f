"""Learners: from answers to weights."""
