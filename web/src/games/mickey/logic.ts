/** How many dice are thrown. */
export const DICE = 5;
/** The field of the straight; those before count a face each. */
export const STRAIGHT = 6;
export const MICKEY = 7;

/** How many faces in a row lie there. */
export function longestRun(dice: readonly number[]): number {
  let best = 0;
  let length = 0;
  for (let face = 1; face <= 6; face += 1) {
    length = dice.includes(face) ? length + 1 : 0;
    best = Math.max(best, length);
  }
  return best;
}

/** What the first throw brings already in a field that may be announced; null: the Mickey takes a second throw. */
export function already(dice: readonly number[], field: number): number | null {
  if (dice.length === 0 || field === MICKEY) return null;
  if (field === STRAIGHT) return longestRun(dice) === 5 ? 40 : longestRun(dice) === 4 ? 30 : 0;
  return dice.filter((face) => face === field + 1).reduce((total, face) => total + face, 0);
}

export type State = "made" | "on" | "missed" | "missedAny";

/** How an announcement stands: made, still open, or missed, with the announced field or any field to strike. */
export function stateOf(worth: number, throwsLeft: boolean, struck: readonly unknown[]): State {
  if (worth > 0) return "made";
  if (throwsLeft) return "on";
  return struck.length > 1 ? "missedAny" : "missed";
}
