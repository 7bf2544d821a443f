"""What follows from a sheet: the fold over its entries, and what is counted over several."""
