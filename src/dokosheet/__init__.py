"""dokosheet: the scoring sheet and rules checker for Doppelkopf."""

__version__ = "0.1.0"
