import type { TableView } from "../../contracts";
import type { Motion } from "../../state/stage.svelte";
import { boardOf, lifted, shaken } from "./logic";

export const HUSH = 700;
export const SHAKE = 650;

/** A cup that is lifted keeps the old view until it is up; a cup that is shaken already belongs to the new one. */
export function motion(from: TableView, to: TableView): Motion | null {
  if (lifted(boardOf(from), boardOf(to))) return { kind: "reveal", ms: HUSH + 900 };
  if (shaken(boardOf(from), boardOf(to))) return { kind: "shake", ms: SHAKE, early: true };
  return null;
}
