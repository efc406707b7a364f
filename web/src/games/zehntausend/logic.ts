import type { EventView, TableView, ZehntausendBoard, ZehntausendBoardTakeView as Take } from "../../contracts";

export const DICE = 6;

export const boardOf = (view: TableView): ZehntausendBoard => view.board as unknown as ZehntausendBoard;

/** How many dice are thrown on with after a take. */
export const leftAfter = (board: ZehntausendBoard, take: Take): number => (board.dice?.length ?? 0) - take.dice.length || DICE;

const same = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((face, i) => face === b[i]);

/** The faces at some places of a throw, ascending. */
export function facesAt(dice: readonly number[], picked: readonly number[]): number[] {
  return picked.map((at) => dice[at] ?? 0).sort((a, b) => a - b);
}

/** What is laid out by picking these dice; undefined where nothing is picked or it does not score. */
export function takeOf(dice: readonly number[], takes: readonly Take[], picked: readonly number[]): Take | undefined {
  const faces = facesAt(dice, picked);
  return takes.find((take) => same(take.dice, faces));
}

/** Whether every die of `part` is among `whole`, as often. */
function within(part: readonly number[], whole: readonly number[]): boolean {
  const rest = [...whole];
  return part.every((face) => {
    const at = rest.indexOf(face);
    if (at < 0) return false;
    rest.splice(at, 1);
    return true;
  });
}

/** Places of a throw that show a take, those in `first` before others. */
function placesOf(dice: readonly number[], take: Take, first: readonly number[]): number[] {
  const order = [...first, ...dice.map((_, i) => i).filter((i) => !first.includes(i))];
  const found: number[] = [];
  for (const face of take.dice) {
    const at = order.find((i) => dice[i] === face && !found.includes(i));
    if (at !== undefined) found.push(at);
  }
  return found.sort((a, b) => a - b);
}

/**
 * What is picked after a tap on a die: it goes to the others together with what it needs to score (the rest of its
 * triple), or comes back together with what does not score without it.
 */
export function pick(dice: readonly number[], takes: readonly Take[], picked: readonly number[], at: number): number[] {
  const taken = picked.includes(at);
  const wished = taken ? picked.filter((each) => each !== at) : [...picked, at];
  const faces = facesAt(dice, wished);
  if (taken) {
    const most = takes.filter((take) => within(take.dice, faces)).sort((a, b) => b.dice.length - a.dice.length || b.points - a.points)[0];
    return most ? placesOf(dice, most, wished) : [];
  }
  const fewest = (fit: readonly number[]) => takes.filter((take) => within(fit, take.dice)).sort((a, b) => a.dice.length - b.dice.length || b.points - a.points)[0];
  const next = fewest(faces) ?? fewest([dice[at] ?? 0]);
  return next ? placesOf(dice, next, wished) : [...picked];
}

/** The take worth most, and of those the one that leaves most dice. */
export function best(takes: readonly Take[]): Take | undefined {
  return [...takes].sort((a, b) => b.points - a.points || a.dice.length - b.dice.length)[0];
}

/** The dice to pick for a take. */
export const pickAll = (dice: readonly number[], take: Take): number[] => placesOf(dice, take, []);

/** The dice of a throw that may be laid out in some way, by place. */
export function scoring(dice: readonly number[], takes: readonly Take[]): Set<number> {
  const faces = new Set(takes.flatMap((take) => take.dice));
  return new Set(dice.flatMap((face, i) => (faces.has(face) ? [i] : [])));
}

export interface Throw {
  dice: number[];
  /** What lies on the rail while they roll. */
  laid: number[];
  /** Points of the turn before this throw. */
  points: number;
  bust: boolean;
}

/** The throw that led from one view to the next, if one did. */
export function throwBetween(from: TableView, to: TableView): Throw | null {
  const fresh = to.events.filter((event) => event.n > from.n);
  const last = (key: string): EventView["params"] => fresh.filter((event) => event.key === `zehntausend.${key}`).at(-1)?.params;
  const rolled = last("rolled");
  if (!rolled) return null;
  const before = boardOf(from);
  const kept = last("kept");
  const piled = last("piled");
  const started = before.phase !== "take" || before.turn !== rolled["seat"];
  const laid = started || last("all_out") ? [] : [...before.laid, ...((kept?.["dice"] as number[] | undefined) ?? [])];
  return {
    dice: rolled["dice"] as number[],
    laid,
    points: Number(kept?.["points"] ?? piled?.["points"] ?? 0),
    bust: last("bust") !== undefined,
  };
}
