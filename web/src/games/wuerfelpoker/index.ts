import { motion } from "../../parts/sheet/motion";
import type { GameModule } from "../module";
import Board from "./Board.svelte";
import Vignette from "./Vignette.svelte";
import { describe, event } from "./words";

export const wuerfelpoker: GameModule = {
  key: "wuerfelpoker",
  seats: [1, 6],
  minutes: [10, 40],
  solo: true,
  daily: false,
  house: [
    { kind: "choice", option: "order", values: ["free", "top_down", "announced", "drawn"], fallback: "free" },
    { kind: "choice", option: "columns", values: [1, 2, 3], fallback: 1 },
    { kind: "choice", option: "bonus", values: [35, 50, 25, 0], fallback: 35 },
    { kind: "choice", option: "bonus_from", values: [63, 60, 70], fallback: 63, when: ({ bonus }) => bonus !== 0 },
    { kind: "choice", option: "full_house", values: [25, 30, 40], fallback: 25 },
    { kind: "choice", option: "small_straight", values: [30, 25, 20], fallback: 30 },
    { kind: "choice", option: "large_straight", values: [40, 35, 50], fallback: 40 },
    { kind: "choice", option: "extra_bonus", values: [0, 50, 100], fallback: 0 },
    { kind: "switch", option: "five_as_full_house", fallback: false },
    { kind: "switch", option: "joker", fallback: false, when: ({ order }) => order !== "top_down" },
    { kind: "switch", option: "dice_stay", fallback: false },
    { kind: "switch", option: "own_dice", fallback: false },
  ],
  Board,
  Vignette,
  motion,
  event,
  describe,
};
