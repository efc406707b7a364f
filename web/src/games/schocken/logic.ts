import type { SchockenBoard, SchockenBoardHandView as Hand, TableView } from "../../contracts";
import type { Lying } from "../../parts/pub/throws";

export type Kind = NonNullable<Hand["kind"]>;

export const boardOf = (view: TableView): SchockenBoard => view.board as unknown as SchockenBoard;

/** The dice of a seat as the reader sees them; null: some lie under a cup that is not the reader's. */
export function lyingOf(board: SchockenBoard, seat: number, me: number | null): Lying | null {
  const hand = board.hands[seat];
  if (!hand) return null;
  if (hand.free) return { laid: hand.laid, free: hand.free };
  if (seat === me && board.cup) return { laid: hand.laid, free: board.cup.dice };
  return hand.throws ? null : { laid: hand.laid, free: [] };
}

export interface Named {
  kind: Kind;
  tokens: number | null;
  /** All three, ascending. */
  dice: number[];
}

/** What the dice of a seat are, where the reader may know. */
export function namedOf(board: SchockenBoard, seat: number, me: number | null): Named | null {
  const lying = lyingOf(board, seat, me);
  const hand = board.hands[seat];
  const known = hand?.kind ? hand : seat === me ? board.cup : null;
  if (!lying || !known?.kind) return null;
  return { kind: known.kind, tokens: known.tokens, dice: [...lying.laid, ...lying.free].sort((a, b) => a - b) };
}

export interface Lifted {
  seat: number;
  dice: number[];
}

/** The cups lifted on the way from one view to the next, in order of play; none where nothing was lifted. */
export function liftedBetween(from: TableView, to: TableView): Lifted[] {
  const lifted = to.events.filter((event) => event.n > from.n && event.key === "schocken.lifted").at(-1);
  return (lifted?.params?.["hands"] as Lifted[] | undefined) ?? [];
}

/** How often a seat lost a half of this game. */
export const halvesLost = (board: SchockenBoard, seat: number): number => board.lost.filter((loser) => loser === seat).length;

/** Who plays the final, or what else follows a lost half. */
export function afterHalf(board: SchockenBoard): "second" | "final" | "over" {
  if (board.phase === "over") return "over";
  return board.lost.length === 1 ? "second" : "final";
}
