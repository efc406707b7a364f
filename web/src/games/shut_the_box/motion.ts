import type { TableView } from "../../contracts";
import type { Motion } from "../../state/stage.svelte";
import { threw } from "./logic";

export const TUMBLE = 750;

/** Own dice land before anything that follows from them is shown; everybody else plays on meanwhile. */
export function motion(from: TableView, to: TableView): Motion | null {
  return threw(from, to) ? { kind: "roll", ms: TUMBLE } : null;
}
