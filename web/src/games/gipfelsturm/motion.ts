import type { TableView } from "../../contracts";
import type { Motion } from "../../state/stage.svelte";
import { throwBetween } from "./logic";

export const TUMBLE = 750;
/** How long the runners fall after a Niete. */
export const FALL = 1000;

export function motion(from: TableView, to: TableView): Motion | null {
  const thrown = throwBetween(from, to);
  return thrown ? { kind: "roll", ms: TUMBLE + (thrown.bust ? FALL : 0) } : null;
}
