import type { GameModule } from "../module";
import Board from "./Board.svelte";
import { motion } from "./motion";
import Vignette from "./Vignette.svelte";
import { describe, event } from "./words";

export const schocken: GameModule = {
  key: "schocken",
  seats: [2, 6],
  minutes: [10, 30],
  solo: false,
  daily: false,
  house: [
    { kind: "choice", option: "pile", values: [13, 15], fallback: 13 },
    { kind: "choice", option: "schock_out", values: ["half", "all"], fallback: "half" },
    { kind: "choice", option: "turn_sixes", values: ["fresh", "laid", "off"], fallback: "fresh" },
    { kind: "switch", option: "hidden", fallback: false },
  ],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
