import type { TableView } from "../../contracts";
import type { Motion } from "../../state/stage.svelte";
import { boardOf, lifted, shaken } from "./logic";

/** The quiet before the first cup, the time each cup takes, and the rest on the sum. */
export const HUSH = 600;
export const STEP = 450;
const REST = 600;
const SHAKE = 650;

/** The count keeps the old view until the last cup is counted; cups that are shaken belong to the new one. */
export function motion(from: TableView, to: TableView): Motion | null {
  const next = boardOf(to);
  if (lifted(boardOf(from), next)) return { kind: "reveal", ms: HUSH + STEP * (next.reveal?.cups.length ?? 0) + REST };
  if (shaken(boardOf(from), next)) return { kind: "shake", ms: SHAKE, early: true };
  return null;
}
