"""Linear relaxations: bounds from below on what a step can cost."""
