import type { TableView } from "../../contracts";
import type { Motion } from "../../state/stage.svelte";
import { revealed } from "./logic";

/** How quiet it is before the cup goes up. */
export const HUSH = 350;
const SHOW = 650;
const LAST = 1900;

/** The cup is put aside; where the dice lie open still, there is nothing to wait for. */
export function motion(from: TableView, to: TableView): Motion | null {
  if (!revealed(from, to) || from.board["dice"] !== null) return null;
  return { kind: "reveal", ms: HUSH + (to.board["phase"] === "over" ? LAST : SHOW) };
}
