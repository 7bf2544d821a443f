"""The search for the wrong cell in a list of numbers."""
