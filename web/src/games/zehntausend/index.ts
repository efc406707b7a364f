import type { GameModule } from "../module";
import Board from "./Board.svelte";
import { motion } from "./motion";
import Vignette from "./Vignette.svelte";
import { describe, event } from "./words";

export const zehntausend: GameModule = {
  key: "zehntausend",
  seats: [2, 6],
  minutes: [10, 30],
  solo: false,
  daily: false,
  house: [
    { kind: "choice", option: "target", values: [10000, 5000], fallback: 10000 },
    { kind: "choice", option: "entry", values: [0, 300, 350, 500, 750, 1000], fallback: 350 },
    { kind: "choice", option: "more_alike", values: ["double", "add"], fallback: "double" },
    { kind: "choice", option: "straight", values: [1500, 2000], fallback: 1500 },
    { kind: "choice", option: "three_pairs", values: ["different", "four_plus_two", "off"], fallback: "different" },
    { kind: "switch", option: "triple_bust", fallback: false },
    { kind: "switch", option: "exact", fallback: false },
    { kind: "switch", option: "pile_on", fallback: false },
  ],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
