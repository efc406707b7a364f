import type { TableView } from "../../contracts";
import type { MaexchenBoard } from "../../contracts";

export const boardOf = (view: TableView): MaexchenBoard => view.board as unknown as MaexchenBoard;

/** Both dice as a throw is called: 6 and 3 make 63. */
export function valueOf(dice: readonly number[]): number {
  return Math.max(...dice) * 10 + Math.min(...dice);
}

export const facesOf = (value: number): [number, number] => [Math.floor(value / 10), value % 10];

/** The value the claim ladder offers first: the truth where it may be said, else the smallest lie. */
export function firstChoice(order: readonly number[], allowed: readonly number[], dice: readonly number[] | null): number | null {
  if (dice && allowed.includes(valueOf(dice))) return valueOf(dice);
  return order.find((value) => allowed.includes(value)) ?? null;
}

/** The next allowed value in a direction along the ladder, or the same one at its end. */
export function step(order: readonly number[], allowed: readonly number[], from: number | null, by: 1 | -1): number | null {
  const ladder = order.filter((value) => allowed.includes(value));
  if (!ladder.length) return null;
  const at = from === null ? -1 : ladder.indexOf(from);
  return ladder[Math.min(ladder.length - 1, Math.max(0, at + by))] ?? null;
}

/** Whether a new throw went under the cup between two views. */
export function shaken(from: MaexchenBoard, to: MaexchenBoard): boolean {
  if (to.phase !== "claim") return false;
  return from.phase !== "claim" || from.round !== to.round || from.turn !== to.turn;
}

/** Whether the cup is lifted between two views. */
export function lifted(from: MaexchenBoard, to: MaexchenBoard): boolean {
  return to.reveal !== null && (from.reveal === null || from.round !== to.round);
}
