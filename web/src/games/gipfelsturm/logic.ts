import type { GipfelsturmBoard, GipfelsturmBoardMoveView as Move, TableView } from "../../contracts";

export const boardOf = (view: TableView): GipfelsturmBoard => view.board as unknown as GipfelsturmBoard;

/** Lanes 2 to 12. */
export const LANES = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

const PAIRINGS = [
  [0, 1, 2, 3],
  [0, 2, 1, 3],
  [0, 3, 1, 2],
] as const;

export interface Pairing {
  /** Faces of both pairs; the first pair has the lower sum. */
  pairs: [[number, number], [number, number]];
  sums: [number, number];
}

/** The three ways to make two pairs of four dice; those that look alike come once. */
export function pairings(dice: readonly number[]): Pairing[] {
  const found: Pairing[] = [];
  for (const order of PAIRINGS) {
    const [a, b, c, d] = order.map((i) => dice[i] ?? 0) as [number, number, number, number];
    const pairs: Pairing["pairs"] = a + b <= c + d ? [[a, b], [c, d]] : [[c, d], [a, b]];
    const sums: Pairing["sums"] = [Math.min(a + b, c + d), Math.max(a + b, c + d)];
    if (!found.some((each) => each.sums[0] === sums[0])) found.push({ pairs, sums });
  }
  return found;
}

export interface Choice {
  move: Move;
  pairing: Pairing;
  /** For each pair of the pairing, whether a runner goes by it. */
  used: [boolean, boolean];
}

/** What may be gone, each with the pairs it comes from, in the order of the pairings. */
export function choices(dice: readonly number[], moves: readonly Move[]): Choice[] {
  const ways = pairings(dice);
  return moves
    .flatMap((move): Choice[] => {
      const [one, two] = move.lanes;
      const pairing = ways.find(({ sums }) => (two === undefined ? sums.includes(one ?? 0) : sums[0] === one && sums[1] === two));
      if (!pairing) return [];
      const both = two !== undefined;
      return [{ move, pairing, used: [both || pairing.sums[0] === one, both || (pairing.sums[1] === one && pairing.sums[0] !== one)] }];
    })
    .sort((a, b) => ways.indexOf(a.pairing) - ways.indexOf(b.pairing));
}

/** The fields runners would stand on after a move, by lane. */
export function fieldsAfter(board: GipfelsturmBoard, lanes: readonly number[]): Map<number, number> {
  const after = new Map<number, number>();
  for (const lane of lanes) {
    const from = after.get(lane) ?? board.runners.find((runner) => runner.lane === lane)?.field ?? board.stones[board.turn]?.[lane - 2] ?? 0;
    after.set(lane, from + 1);
  }
  return after;
}

/** What a tap on a lane looks at: the first move that uses it, or the next one after that. */
export function onLane(offered: readonly Choice[], lane: number, looked: Choice | null): Choice | null {
  const fit = offered.filter(({ move }) => move.lanes.includes(lane));
  return fit[(fit.findIndex((each) => each.move === looked?.move) + 1) % fit.length] ?? null;
}

export interface Throw {
  dice: number[];
  seat: number;
  bust: boolean;
}

/** The throw that led from one view to the next, if one did. */
export function throwBetween(from: TableView, to: TableView): Throw | null {
  const fresh = to.events.filter((event) => event.n > from.n);
  const rolled = fresh.filter((event) => event.key === "gipfelsturm.rolled").at(-1)?.params;
  if (!rolled) return null;
  return { dice: rolled["dice"] as number[], seat: rolled["seat"] as number, bust: fresh.some((event) => event.key === "gipfelsturm.bust") };
}
