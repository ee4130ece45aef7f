"""What was tried on recorded steps: see docs/explanation/past-the-paper.md."""
