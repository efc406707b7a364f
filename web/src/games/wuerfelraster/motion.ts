import type { TableView } from "../../contracts";
import type { Motion } from "../../state/stage.svelte";
import { thrownBetween } from "./logic";

export const TUMBLE = 750;

export function motion(from: TableView, to: TableView): Motion | null {
  return thrownBetween(from, to) ? { kind: "roll", ms: TUMBLE } : null;
}
