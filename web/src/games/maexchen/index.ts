import type { GameModule } from "../module";
import Board from "./Board.svelte";
import { motion } from "./motion";
import Vignette from "./Vignette.svelte";
import { describe, event } from "./words";

export const maexchen: GameModule = {
  key: "maexchen",
  seats: [2, 6],
  minutes: [5, 15],
  solo: false,
  daily: false,
  house: [
    { kind: "choice", option: "lives", values: [3, 5, 7], fallback: 3 },
    { kind: "switch", option: "double_maexchen", fallback: false },
    { kind: "switch", option: "blind_pass", fallback: false },
    { kind: "switch", option: "equal_claims", fallback: false },
    { kind: "switch", option: "show_maexchen", fallback: false },
    { kind: "switch", option: "show_chances", fallback: false },
  ],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
