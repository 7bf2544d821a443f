"""Keeping the list at the table: the questions of ``add``, the second screen, the whole-screen ``table``."""
