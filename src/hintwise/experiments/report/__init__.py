"""What runs have shown: tables, figures and pages."""
