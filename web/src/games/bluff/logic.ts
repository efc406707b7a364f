import type { BluffBoard, BluffBoardBidView as BidView, BluffBoardRevealView as Reveal, TableView } from "../../contracts";

export type Board = Omit<BluffBoard, "bids"> & { bids: BidView[] };

export function boardOf(view: TableView): Board {
  const board = view.board as unknown as BluffBoard;
  return { ...board, bids: board.bids.map(([seat = 0, count = 0, face = 0]) => ({ seat, count, face })) };
}

/** Jokers, and on the board the fields with a star. */
export const ONES = 1;
export const FACES = [1, 2, 3, 4, 5, 6] as const;

export interface Bid {
  count: number;
  face: number;
}

/** Fewest and most dice that may be bid on a face. */
export interface Span {
  least: number;
  most: number;
}

/** What may be bid per face, as the house offers it; faces that may not be bid are left out. */
export function offers(actions: TableView["actions"]): Map<number, Span> {
  const found = new Map<number, Span>();
  for (const { kind, fields } of actions) {
    const face = fields?.["face"];
    const count = fields?.["count"];
    if (kind !== "bid" || face?.type !== "list" || count?.type !== "range") continue;
    for (const each of face.values as number[]) found.set(each, { least: count.min, most: count.max });
  }
  return found;
}

/** Whether a die counts for a face: it shows it, or is a joker (none in a special round, none for ones). */
export function counts(die: number, face: number, special: boolean): boolean {
  return die === face || (!special && face !== ONES && die === ONES);
}

const countIn = (cup: readonly number[], face: number, special: boolean) => cup.filter((die) => counts(die, face, special)).length;

/** How high a bid lies on the track: a star for k ones lies behind the field of 2k dice. */
const height = ({ count, face }: Bid, special: boolean) => (face === ONES && !special ? 2 * count + 0.5 : count);

/** The bid offered first: the smallest step up, with the face the own cup holds most of. */
export function firstBid(open: ReadonlyMap<number, Span>, own: readonly number[], special: boolean): Bid | null {
  const bids = [...open].map(([face, { least }]) => ({ count: least, face }));
  const rank = (bid: Bid) => height(bid, special) - countIn(own, bid.face, special) / 100;
  return bids.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** The bid after another face was chosen: as many dice, if that is enough; going to ones or back starts at the least. */
export function withFace(bid: Bid | null, face: number, open: ReadonlyMap<number, Span>): Bid | null {
  const span = open.get(face);
  if (!span) return bid;
  const crossing = !bid || (face === ONES) !== (bid.face === ONES);
  return { face, count: crossing ? span.least : Math.min(span.most, Math.max(span.least, bid.count)) };
}

/** The bid with some more or fewer dice, as far as the house takes it. */
export function withCount(bid: Bid, by: number, open: ReadonlyMap<number, Span>): Bid {
  const span = open.get(bid.face);
  return span ? { ...bid, count: Math.min(span.most, Math.max(span.least, bid.count + by)) } : bid;
}

/** The next face that may be bid in a direction, or the same one at the end. */
export function nextFace(face: number, by: 1 | -1, open: ReadonlyMap<number, Span>): number {
  const faces = FACES.filter((each) => open.has(each));
  return faces[Math.min(faces.length - 1, Math.max(0, faces.indexOf(face as 1) + by))] ?? face;
}

/** A field of the track: so many dice of any face, or (star) so many ones. */
export interface Field {
  count: number;
  star: boolean;
}

/** Up to how many dice all the stars stand on the board; above, those behind the last number only when they are bid. */
const ALL_STARS = 10;

/**
 * The fields in the order in which bids rise, with so many dice on the table. In a special round ones are a face like
 * the others and there are no stars.
 */
export function track(dice: number, special: boolean, bids: readonly (Bid | null)[]): Field[] {
  const numbers = Array.from({ length: dice }, (_, i) => ({ count: i + 1, star: false }));
  if (special) return numbers;
  const bidOnes = bids.map((bid) => (bid?.face === ONES ? bid.count : 0));
  const stars = dice <= ALL_STARS ? dice : Math.max(Math.ceil(dice / 2), ...bidOnes);
  const starred = Array.from({ length: stars }, (_, i) => ({ count: i + 1, star: true }));
  const place = ({ count, star }: Field) => (star ? 2 * count + 0.5 : count);
  return [...numbers, ...starred].sort((a, b) => place(a) - place(b));
}

/** Whether a bid lies on a field. */
export function liesOn(bid: Bid | null, field: Field, special: boolean): boolean {
  return bid !== null && bid.count === field.count && (bid.face === ONES && !special) === field.star;
}

/** A track of so many fields does not wind. */
const ONE_ROW = 9;

/** Columns of a track that winds to and fro, about twice as wide as high, with rows about equally long. */
export function columnsOf(fields: number): number {
  if (fields <= ONE_ROW) return Math.max(1, fields);
  const rows = Math.ceil(fields / Math.ceil(Math.sqrt(fields * 2)));
  return Math.ceil(fields / rows);
}

/** Column and row, from 1, of a field of a track that winds to and fro. */
export function windingPlace(at: number, columns: number): { column: number; row: number } {
  const row = Math.floor(at / columns);
  const along = at % columns;
  return { column: 1 + (row % 2 ? columns - 1 - along : along), row: row + 1 };
}

/** The latest bid of every seat in this round. */
export function latestBids(bids: readonly BidView[]): Map<number, BidView> {
  return new Map(bids.map((bid) => [bid.seat, bid]));
}

/** Dice a seat lost (-1) or won back (1) by a count. */
export function changeOf(reveal: Reveal | null, seat: number): -1 | 0 | 1 {
  if (!reveal) return 0;
  if (reveal.loser === seat) return -1;
  return reveal.loser === null && reveal.caller === seat && reveal.gained ? 1 : 0;
}

/** Whether the round after this look is a special one: who starts it has just fallen to one die for the first time. */
export function specialNext(board: Board): boolean {
  return board.phase === "look" && board.left[board.turn] === 1 && board.specials[board.turn] === false;
}

/** Whether the cups are lifted between two views. */
export function lifted(from: Board, to: Board): boolean {
  return to.reveal !== null && (from.reveal === null || from.round !== to.round);
}

/** Whether everybody throws between two views. */
export function shaken(from: Board, to: Board): boolean {
  return to.phase === "bid" && from.round !== to.round;
}
