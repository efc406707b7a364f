import type { GameModule } from "../module";
import Board from "./Board.svelte";
import { motion } from "./motion";
import Vignette from "./Vignette.svelte";
import { describe, event, rules } from "./words";

export const chicago: GameModule = {
  key: "chicago",
  seats: [2, 6],
  minutes: [5, 20],
  solo: false,
  daily: false,
  house: [
    { kind: "choice", option: "way", values: ["pub", "rounds", "basis", "bayrisch", "tschigg"], fallback: "pub" },
    { kind: "choice", option: "searches", values: [1, 3, 5, 10], fallback: 1, when: ({ way }) => way === "basis" },
    { kind: "choice", option: "turn_sixes", values: ["fresh", "laid", "off"], fallback: "fresh", when: ({ way }) => way !== "rounds" },
    { kind: "switch", option: "play_down", fallback: true, when: ({ way }) => way === "pub" },
  ],
  Board,
  Vignette,
  motion,
  event,
  rules,
  describe,
};
