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
    { kind: "number", option: "bonus", least: 0, most: 100, usual: [35, 50, 0], fallback: 35 },
    { kind: "number", option: "bonus_from", least: 1, most: 105, usual: [63, 60], fallback: 63, when: ({ bonus }) => bonus !== 0 },
    { kind: "number", option: "full_house", least: 5, most: 100, usual: [25, 30], fallback: 25 },
    { kind: "number", option: "small_straight", least: 5, most: 100, usual: [30, 25], fallback: 30 },
    { kind: "number", option: "large_straight", least: 5, most: 100, usual: [40, 35], fallback: 40 },
    { kind: "choice", option: "extra_bonus", values: [0, 50, 100], fallback: 0 },
    { kind: "switch", option: "five_as_full_house", fallback: false },
    { kind: "switch", option: "joker", fallback: false, when: ({ order }) => order !== "top_down" },
    { kind: "switch", option: "dice_stay", fallback: false },
    { kind: "switch", option: "own_dice", fallback: false },
  ],
  clash: ({ small_straight, large_straight }) => (Number(small_straight) > Number(large_straight) ? "error.small_straight_above" : null),
  Board,
  Vignette,
  motion,
  event,
  describe,
};
