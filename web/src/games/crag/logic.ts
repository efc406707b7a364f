/** How many dice are thrown. */
export const DICE = 3;
/** The sum that the two dearest fields ask for. */
export const AIM = 13;

export const sum = (dice: readonly number[]): number => dice.reduce((total, face) => total + face, 0);

/** How a throw stands to thirteen; `spent`: it is one, but the fields for it are filled. */
export type Standing = "crag" | "cragAsThirteen" | "thirteen" | "spent" | "short" | "over";

/** A pair that adds up to thirteen is a crag, and a thirteen only once the field for it is filled. */
export function standing(dice: readonly number[], cragOpen: boolean, thirteenOpen: boolean): Standing {
  const total = sum(dice);
  if (total !== AIM) return total < AIM ? "short" : "over";
  const pair = new Set(dice).size === 2;
  if (pair && cragOpen) return "crag";
  if (!thirteenOpen) return "spent";
  return pair ? "cragAsThirteen" : "thirteen";
}

/** Whether it would be a pity not to write it. */
export const takes = (stands: Standing): boolean => ["crag", "cragAsThirteen", "thirteen"].includes(stands);
