import { motion } from "../../parts/sheet/motion";
import { describe, event } from "../../parts/sheet/words";
import type { GameModule } from "../module";
import Board from "./Board.svelte";
import Vignette from "./Vignette.svelte";

export const mickey: GameModule = {
  key: "mickey",
  seats: [1, 6],
  minutes: [5, 20],
  solo: true,
  daily: false,
  house: [
    { kind: "choice", option: "announce", values: ["after_first", "before"], fallback: "after_first" },
    { kind: "number", option: "mickey", least: 10, most: 100, usual: [], fallback: 50 },
    { kind: "choice", option: "missed", values: ["any", "announced"], fallback: "any" },
    { kind: "switch", option: "own_dice", fallback: false },
  ],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
