import type { GameModule } from "../module";
import Board from "./Board.svelte";
import { motion } from "./motion";
import Vignette from "./Vignette.svelte";
import { describe, event } from "./words";

export const shutTheBox: GameModule = {
  key: "shut_the_box",
  seats: [1, 6],
  minutes: [3, 12],
  solo: true,
  daily: true,
  house: [
    { kind: "choice", option: "flaps", values: [12, 9], fallback: 12 },
    { kind: "choice", option: "rounds", values: [1, 3, 5], fallback: 1 },
  ],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
