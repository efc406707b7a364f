"""Pure rules of the dice games and the pure table that plays them."""
