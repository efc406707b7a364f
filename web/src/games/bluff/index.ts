import type { GameModule } from "../module";
import Board from "./Board.svelte";
import { motion } from "./motion";
import Vignette from "./Vignette.svelte";
import { describe, event } from "./words";

export const bluff: GameModule = {
  key: "bluff",
  seats: [2, 6],
  minutes: [10, 25],
  solo: false,
  daily: false,
  house: [
    { kind: "choice", option: "dice", values: [3, 4, 5, 6], fallback: 5 },
    { kind: "switch", option: "show_chances", fallback: false },
  ],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
