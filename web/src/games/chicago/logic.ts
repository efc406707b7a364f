import type { ChicagoBoard, ChicagoBoardHandView as Hand, TableView } from "../../contracts";

/** Of the rounds 2–12. */
export const TARGETS: readonly number[] = Array.from({ length: 11 }, (_, i) => 2 + i);

export type Way = ChicagoBoard["way"];

/** How a round is scored. */
export interface Call {
  ones: number;
  sixes: number;
  direction: "high" | "low" | "sand";
}

export const boardOf = (view: TableView): ChicagoBoard => view.board as unknown as ChicagoBoard;

/** How the round is scored: as announced, or the pub way; null where nothing is announced yet, and in the rounds 2–12. */
export function callOf(board: ChicagoBoard): Call | null {
  if (board.way === "pub") return { ones: 100, sixes: 60, direction: "high" };
  if (!board.announced) return null;
  const { ones, sixes, direction } = board.announced;
  return { ones: ones ?? 100, sixes: sixes ?? 60, direction };
}

/** What each die counts. */
export const partsOf = (dice: readonly number[], call: Pick<Call, "ones" | "sixes">): number[] =>
  dice.map((die) => (die === 1 ? call.ones : die === 6 ? call.sixes : die));

/** All dice of a hand, ascending. */
export const diceOf = (hand: Hand): number[] => [...hand.laid, ...hand.free].sort((a, b) => a - b);

export interface Marks {
  best: number | null;
  worst: number | null;
}

/** Who is best and who is worst of those who are done. */
export function marksOf(board: ChicagoBoard): Marks {
  const call = callOf(board);
  const done = board.order.flatMap((seat) => {
    const hand = board.hands[seat];
    return hand?.done ? [{ seat, hand }] : [];
  });
  if (!call || board.stage === "rounds" || done.length === 0) return { best: null, worst: null };
  const chicago = done.find(({ hand }) => hand.chicago)?.seat ?? null;
  if (call.direction === "sand") {
    const made = done.filter(({ hand }) => hand.sand).at(-1)?.seat ?? null;
    const missed = done.filter(({ hand }) => !hand.sand && !hand.chicago).at(-1)?.seat ?? null;
    return { best: chicago ?? made, worst: missed };
  }
  const sign = call.direction === "low" ? -1 : 1;
  const worth = ({ hand }: { hand: Hand }) => (hand.chicago ? Infinity : sign * (hand.value ?? 0));
  const ranked = done.map((each, at) => ({ ...each, at, worth: worth(each) })).sort((a, b) => b.worth - a.worth || a.at - b.at);
  return { best: ranked[0]?.seat ?? null, worst: ranked.at(-1)?.seat ?? null };
}

/** Whose dice lie on the felt: those of the turn, or, until that seat throws, of who threw before. */
export function shownSeat(board: ChicagoBoard): number | null {
  const thrown = (seat: number | null | undefined) => seat != null && (board.hands[seat]?.throws ?? 0) > 0;
  if (thrown(board.turn)) return board.turn;
  const at = board.turn === null ? board.order.length : board.order.indexOf(board.turn);
  return board.order.slice(0, at).findLast(thrown) ?? null;
}

/** Who leads the round after the one that was scored. */
export function nextLeader(board: ChicagoBoard): number | null {
  if (!board.scored || board.phase !== "look") return null;
  if (board.stage === "rounds") return 0;
  const leader = board.scored.worst ?? board.order[0] ?? 0;
  if (board.scored.move === "stroke") return leader;
  return board.playing.find((seat) => seat >= leader) ?? board.playing[0] ?? null;
}

/** What a seat's throws brought in the rounds 2–12, by target: the target where it hit it, 0 where it did not. */
export function broughtBy(board: ChicagoBoard, seat: number): Map<number, number> {
  const done = (target: number) => target < (board.target ?? 0) || (target === board.target && board.hands[seat]?.done === true);
  const hits = board.hits[seat] ?? [];
  return new Map(TARGETS.filter(done).map((target) => [target, hits.includes(target) ? target : 0]));
}

export interface Throw {
  seat: number;
  dice: number[];
  laid: number[];
  throw: number;
  chicago: boolean;
  /** A target of the rounds 2–12 was hit. */
  hit: boolean;
}

/** The throw that led from one view to the next, if one did. */
export function throwBetween(from: TableView, to: TableView): Throw | null {
  const event = to.events.filter(({ n, key }) => n > from.n && (key === "chicago.thrown" || key === "chicago.aimed")).at(-1);
  if (!event) return null;
  const params = event.params as Record<string, unknown>;
  return {
    seat: params["seat"] as number,
    dice: params["dice"] as number[],
    laid: (params["laid"] as number[] | undefined) ?? [],
    throw: (params["throw"] as number | undefined) ?? 1,
    chicago: params["chicago"] === true,
    hit: Number(params["points"] ?? 0) > 0,
  };
}
