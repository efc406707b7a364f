import type { GameModule } from "../module";
import Board from "./Board.svelte";
import { motion } from "./motion";
import Vignette from "./Vignette.svelte";
import { describe, event } from "./words";

export const gipfelsturm: GameModule = {
  key: "gipfelsturm",
  seats: [2, 6],
  minutes: [10, 30],
  solo: false,
  daily: false,
  house: [{ kind: "choice", option: "summits", values: [3, 2], fallback: 3 }],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
