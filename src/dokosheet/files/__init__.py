"""Files: the only room that touches them, YAML and locks."""
