"""What all commands share: language, errors, keys, signals, completion."""
