"""Games of pushing one's luck: Zehntausend, Gipfelsturm."""
