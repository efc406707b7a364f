import type { TableView } from "../../contracts";
import type { Motion } from "../../state/stage.svelte";
import { throwBetween } from "./logic";

export const TUMBLE = 750;
/** How long a Niete lies before the next one plays. */
export const LAMENT = 1000;

export function motion(from: TableView, to: TableView): Motion | null {
  const thrown = throwBetween(from, to);
  return thrown ? { kind: "roll", ms: TUMBLE + (thrown.bust ? LAMENT : 0) } : null;
}
