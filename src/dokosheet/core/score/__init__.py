"""What a hand is worth: who has won, item by item, what each player writes down, and the way back from a value."""
