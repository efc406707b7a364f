import { motion } from "../../parts/sheet/motion";
import { describe, event } from "../../parts/sheet/words";
import type { GameModule } from "../module";
import Board from "./Board.svelte";
import Vignette from "./Vignette.svelte";

export const crag: GameModule = {
  key: "crag",
  seats: [1, 6],
  minutes: [5, 20],
  solo: true,
  daily: false,
  house: [{ kind: "switch", option: "own_dice", fallback: false }],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
