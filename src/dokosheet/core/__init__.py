"""The game, pure: no files, no clock, no screen, no languages."""
