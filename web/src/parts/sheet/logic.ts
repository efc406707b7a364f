import { SHEET_FIELDS, type CragBoard, type EventView, type TableView } from "../../contracts";
import { decoded } from "../cells";

/** What the boards of all sheet games hold, with the names of their fields; cells and worth are null where they are open or closed. */
export type SheetBoard = Omit<CragBoard, "sheets" | "worth"> & {
  fields: readonly string[];
  sheets: { cells: (number | null)[]; total: number }[];
  worth: (number | null)[] | null;
};

const told = (view: TableView): CragBoard => view.board as unknown as CragBoard;

export function boardOf(view: TableView): SheetBoard {
  const board = told(view);
  return {
    ...board,
    fields: SHEET_FIELDS[view.game as keyof typeof SHEET_FIELDS],
    sheets: board.sheets.map(({ cells, total }) => ({ cells: decoded(cells), total })),
    worth: board.worth && decoded(board.worth),
  };
}

/** What may be done with a cell now. */
export interface Offer {
  /** What the dice bring there; null where that is open. */
  worth: number | null;
  write: boolean;
  strike: boolean;
  announce: boolean;
}

/** A line of the paper: a field to fill, or a sum. */
export interface Line {
  key: string;
  label: string;
  /** What the field asks for, in a few words. */
  hint?: string;
  /** Printed small beside the label: what the field asks for or brings, in two or three signs. */
  small?: string;
  /** The face a field counts. */
  face?: number;
  /** Which field it is; undefined: a sum. */
  field?: number;
  /** Of a sum: what stands there for a seat, per column. */
  sum?: (seat: number) => readonly (string | number)[];
  /** A sum that spans the columns and weighs more. */
  total?: boolean;
}

/** Fields that stand in the left half of the paper, sums after them, and so on: any number of blocks side by side. */
export type Block = readonly Line[];

/** What a tap on a cell does. */
export type Deed = "write" | "strike" | "announce";

/**
 * What may be done with each cell, by its index; `values` are those of the view's actions. `promise` says what the dice
 * would bring already in a cell to be announced, which the view does not tell.
 */
export function offers(
  board: SheetBoard,
  values: (kind: Deed) => readonly unknown[],
  own: readonly (number | null)[],
  promise: (cell: number) => number | null = () => null,
): Map<number, Offer> {
  const found = new Map<number, Offer>();
  const at = (cell: number): Offer => {
    const offer = found.get(cell) ?? { worth: board.worth?.[cell] ?? null, write: false, strike: false, announce: false };
    found.set(cell, offer);
    return offer;
  };
  for (const cell of values("write")) at(Number(cell)).write = true;
  for (const cell of values("strike")) at(Number(cell)).strike = true;
  // A field is announced, not a cell: it is named by any of its open cells, one per column.
  for (const field of values("announce")) {
    for (let cell = Number(field); cell < own.length; cell += board.fields.length) if (own[cell] === null) {
      const offer = at(cell);
      offer.announce = true;
      offer.worth ??= promise(cell);
    }
  }
  return found;
}

/** What a tap on a cell would do: to write where the dice bring something, else to strike. */
export function deedOf(offer: Offer): Deed {
  return offer.announce ? "announce" : offer.write ? "write" : "strike";
}

/** The next cell that may be chosen, up or down the paper, around its end. */
export function step(cells: readonly number[], from: number | null, by: 1 | -1): number | null {
  if (cells.length === 0) return null;
  const at = from === null ? -1 : cells.indexOf(from);
  if (at < 0) return (by === 1 ? cells[0] : cells.at(-1)) ?? null;
  return cells[(at + by + cells.length) % cells.length] ?? null;
}

/** Real dice as they are sent: ascending, each plus its index, so that no number comes twice. */
export const asTyped = (dice: readonly number[]): number[] => [...dice].sort((a, b) => a - b).map((face, i) => face + i);

export interface Throw {
  seat: number;
  /** Which throw of the turn, from 1. */
  throw: number;
  dice: number[];
  /** Places that lie still. */
  kept: number[];
}

const fresh = (from: TableView, to: TableView, key: string): EventView["params"] =>
  to.events.filter((event) => event.n > from.n && event.key === key).at(-1)?.params;

/** The throw that led from one view to the next, if one did. */
export function throwBetween(from: TableView, to: TableView): Throw | null {
  const rolled = fresh(from, to, "sheet.rolled");
  // Typed dice lie already.
  if (!rolled || told(from).phase === "type") return null;
  const after = told(to);
  const same = after.turn === rolled["seat"] && after.throws === rolled["throw"];
  return {
    seat: Number(rolled["seat"]),
    throw: Number(rolled["throw"]),
    dice: rolled["dice"] as number[],
    kept: same ? after.kept : [],
  };
}

/** What was last entered, if nobody has thrown since. */
export function lastEntry(events: readonly EventView[]): EventView | null {
  for (const event of [...events].reverse()) {
    if (event.key === "sheet.written" || event.key === "sheet.struck") return event;
    if (event.key === "sheet.rolled") return null;
  }
  return null;
}
