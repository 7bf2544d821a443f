"""What people write: words, a hand line, the other entries, and the canonical spelling of all of it."""
