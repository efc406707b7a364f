import type { TableView } from "../../contracts";

/** How dice go back into the cup: plainly, with two sixes just thrown turned into a one, or with a six that was laid out. */
export type Cast = "roll" | "turn" | "turn_laid";

/** The dice of one hand: laid out for good, and of the newest throw. Both ascending. */
export interface Lying {
  laid: readonly number[];
  free: readonly number[];
}

/** How a hand lies on the tray while its owner decides what to keep. */
export interface Layout {
  /** Faces of the throw; a six turned for now shows a one. */
  dice: number[];
  laid: number[];
  /** Places of the throw that go to the rail for now. */
  picked: number[];
  /** Places that may be tapped. */
  live: Set<number>;
  /** How many dice the next throw would have. */
  rest: number;
}

const places = (free: readonly number[], face: number) => free.flatMap((each, i) => (each === face ? [i] : []));

/** The places of a throw whose sixes are used up by turning: the first becomes the one (`turn`), or goes into the cup. */
export function sixesUsed(free: readonly number[], cast: Cast): number[] {
  return places(free, 6).slice(0, cast === "turn" ? 2 : cast === "turn_laid" ? 1 : 0);
}

/** What one may still pick after choosing how to throw: not the sixes that are turned. */
export const stillPicked = (free: readonly number[], cast: Cast, picked: readonly number[]): number[] =>
  picked.filter((at) => at < free.length && !sixesUsed(free, cast).includes(at));

/** The faces to keep, ascending, as the action `keep` wants them. */
export const keepOf = (free: readonly number[], picked: readonly number[]): number[] =>
  picked.map((at) => free[at] ?? 0).sort((a, b) => a - b);

export function layoutOf({ laid, free }: Lying, cast: Cast, picked: readonly number[], total: number): Layout {
  const used = sixesUsed(free, cast);
  const dice = [...free];
  const onRail = [...laid];
  const away = [...picked];
  const [one] = used;
  if (cast === "turn" && one !== undefined) {
    dice[one] = 1;
    away.unshift(one);
  } else if (cast === "turn_laid") {
    onRail[onRail.lastIndexOf(6)] = 1;
  }
  const dead = cast === "turn" ? used.slice(1) : used;
  return {
    dice,
    laid: onRail,
    picked: away,
    live: new Set(free.map((_, i) => i).filter((i) => !dead.includes(i))),
    rest: total - onRail.length - away.length,
  };
}

export interface Thrown {
  seat: number;
  /** The dice that fell; null: under a cup. */
  dice: number[] | null;
  laid: number[];
  /** Which throw of the hand it is. */
  throws: number;
}

/** The throw that led from one view to the next, if one did: events `<game>.thrown` and, under a cup, `<game>.shaken`. */
export function thrownBetween(from: TableView, to: TableView): Thrown | null {
  const fresh = to.events.filter((event) => event.n > from.n);
  const open = fresh.filter((event) => event.key === `${to.game}.thrown`).at(-1)?.params;
  if (open) {
    return {
      seat: Number(open["seat"]),
      dice: open["dice"] as number[],
      laid: open["laid"] as number[],
      throws: Number(open["throw"]),
    };
  }
  const under = fresh.filter((event) => event.key === `${to.game}.shaken`).at(-1)?.params;
  if (!under) return null;
  const seat = Number(under["seat"]);
  const hands = to.board["hands"] as ({ laid: number[] } | null)[];
  return { seat, dice: null, laid: hands[seat]?.laid ?? [], throws: Number(under["throw"]) };
}
