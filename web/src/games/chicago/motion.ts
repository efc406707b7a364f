import type { TableView } from "../../contracts";
import type { Motion } from "../../state/stage.svelte";
import { boardOf, throwBetween } from "./logic";

export const TUMBLE = 750;
/** How long a Chicago, or a target hit, is looked at before play goes on. */
export const CHEER = 900;
/** How long the game's last round is seen before the end table. */
const LAST_LOOK = 2400;

export function motion(from: TableView, to: TableView): Motion | null {
  const thrown = throwBetween(from, to);
  if (thrown) return { kind: "roll", ms: TUMBLE + (thrown.chicago || thrown.hit ? CHEER : 0) };
  if (boardOf(to).phase === "over" && boardOf(from).phase !== "over") return { kind: "verdict", ms: LAST_LOOK, early: true };
  return null;
}
