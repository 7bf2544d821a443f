"""Lists that others wrote, as sheets: ``import``."""
