import type { GameModule } from "../module";
import Board from "./Board.svelte";
import { motion } from "./motion";
import Vignette from "./Vignette.svelte";
import { describe, event } from "./words";

export const wuerfelraster: GameModule = {
  key: "wuerfelraster",
  seats: [1, 6],
  minutes: [5, 15],
  solo: true,
  daily: false,
  house: [{ kind: "switch", option: "double_diagonals", fallback: true }],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
