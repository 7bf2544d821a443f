"""What several commands print: findings, the list, why a hand is worth what it is."""
