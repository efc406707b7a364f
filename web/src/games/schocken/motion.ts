import type { TableView } from "../../contracts";
import { thrownBetween } from "../../parts/pub/throws";
import type { Motion } from "../../state/stage.svelte";
import { boardOf, liftedBetween } from "./logic";

export const TUMBLE = 750;
export const SHAKE = 600;
/** The hush before the first cup goes up, and the time from cup to cup. */
export const HUSH = 600;
export const PER_CUP = 420;
/** How long the last cup's dice are looked at before the verdict. */
const AFTER_CUPS = 700;
/** How long the game's last round is seen before the end table. */
const LAST_LOOK = 2400;

export function motion(from: TableView, to: TableView): Motion | null {
  const cups = liftedBetween(from, to).length;
  if (cups) return { kind: "reveal", ms: HUSH + cups * PER_CUP + AFTER_CUPS };
  if (boardOf(to).phase === "over" && boardOf(from).phase !== "over") return { kind: "verdict", ms: LAST_LOOK, early: true };
  const thrown = thrownBetween(from, to);
  if (!thrown) return null;
  return thrown.dice ? { kind: "roll", ms: TUMBLE } : { kind: "shake", ms: SHAKE, early: true };
}
