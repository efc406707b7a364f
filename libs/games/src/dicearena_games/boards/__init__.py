"""Everyone at once: Shut the Box, Würfelraster, Dice Cup."""
