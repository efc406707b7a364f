import { motion } from "../../parts/sheet/motion";
import { describe, event } from "../../parts/sheet/words";
import type { GameModule } from "../module";
import Board from "./Board.svelte";
import Vignette from "./Vignette.svelte";

export const general: GameModule = {
  key: "general",
  seats: [1, 6],
  minutes: [8, 30],
  solo: true,
  daily: false,
  house: [
    { kind: "choice", option: "general", values: [60, 50], fallback: 60 },
    { kind: "switch", option: "first_general_wins", fallback: true },
    { kind: "switch", option: "own_dice", fallback: false },
  ],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
