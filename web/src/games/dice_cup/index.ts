import type { GameModule } from "../module";
import Board from "./Board.svelte";
import { motion } from "./motion";
import Vignette from "./Vignette.svelte";
import { describe, event } from "./words";

export const diceCup: GameModule = {
  key: "dice_cup",
  seats: [1, 6],
  minutes: [5, 20],
  solo: true,
  daily: false,
  house: [
    { kind: "choice", option: "eye_open", values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], fallback: 3 },
    { kind: "choice", option: "columns", values: [1, 2, 3], fallback: 1 },
  ],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
