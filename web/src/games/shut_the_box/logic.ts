import type { TableView } from "../../contracts";
import type { ShutTheBoxBoard as BoxBoard, ShutTheBoxBoardBoxView as Box } from "../../contracts";

export const boardOf = (view: TableView): BoxBoard => view.board as unknown as BoxBoard;

export const ownBox = (view: TableView): Box | undefined =>
  view.seat === null ? undefined : boardOf(view).boxes[view.seat];

/** What a tap on a flap does: close these flaps, wait for the second one, or nothing. */
export type Tap = { close: number[] } | { wait: number } | null;

/**
 * The first tapped flap falls at once unless the other die could close one as well: then it waits for the second,
 * or for the same once more.
 *
 * @param moves what may be closed, each an ascending list
 * @param waiting the flap tapped before, if one waits
 */
export function tap(moves: readonly (readonly number[])[], waiting: number | null, flap: number): Tap {
  if (waiting === flap) return { close: [flap] };
  const both = waiting === null ? undefined : moves.find((move) => move.length === 2 && move.includes(waiting) && move.includes(flap));
  if (both) return { close: [...both] };
  if (moves.some((move) => move.length > 1 && move.includes(flap))) return { wait: flap };
  return moves.some((move) => move.length === 1 && move[0] === flap) ? { close: [flap] } : null;
}

/** The flaps a tap may begin with, or end with where one waits. */
export function tappable(moves: readonly (readonly number[])[], waiting: number | null): Set<number> {
  const all = new Set(moves.flat());
  if (waiting !== null) all.add(waiting);
  return all;
}

/** Moves in the order in which they are offered: more flaps first, then the higher ones. */
export function offered(moves: readonly (readonly number[])[]): number[][] {
  return [...moves]
    .map((move) => [...move])
    .sort((a, b) => b.length - a.length || Math.max(...b) - Math.max(...a));
}

/** Whether the reader's dice were thrown between two views. */
export function threw(from: TableView, to: TableView): boolean {
  const before = ownBox(from);
  const after = ownBox(to);
  if (!before || !after || after.dice === null) return false;
  const fresh = boardOf(from).round !== boardOf(to).round;
  return (after.rolls ?? 0) > (fresh ? 0 : (before.rolls ?? 0));
}
