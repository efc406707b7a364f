/** How many dice are thrown. */
export const DICE = 3;
/** The sum that the two dearest fields ask for. */
export const AIM = 13;

export const sum = (dice: readonly number[]): number => dice.reduce((total, face) => total + face, 0);

export type Thirteen = "crag" | "thirteen" | "short" | "over";

/** How a throw stands to thirteen: as a crag (with a pair), as a plain thirteen, below it or above. */
export function thirteenOf(dice: readonly number[]): Thirteen {
  const total = sum(dice);
  if (total !== AIM) return total < AIM ? "short" : "over";
  return new Set(dice).size === 2 ? "crag" : "thirteen";
}
