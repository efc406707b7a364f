import { CUP_CATEGORIES as CATEGORIES, type DiceCupBoard, type EventView, type TableView } from "../../contracts";
import { decoded } from "../../parts/cells";

/** All categories, in the order in which the house tells what they hold. */
export { CATEGORIES };
export type Category = (typeof CATEGORIES)[number];

/** Upper, middle and lower part of the sheet. */
export const PARTS: readonly (readonly Category[])[] = [
  ["fours", "fives", "sixes"],
  ["colour_1", "colour_2", "colour_3", "colour_4", "colour_5", "colour_6"],
  ["doubles", "low", "cup"],
];
export const DOUBLE = 10;
const LOW = 3;

/** A die as the reader sees it: x and y (away from him) in % of the cup's radius, turn in degrees. */
export interface Die {
  colour: number;
  face: number;
  x: number;
  y: number;
  turn: number;
}

export interface Sheet {
  /** In the order of the categories, null while open. */
  columns: (number | null)[][];
  parts: number[];
  total: number;
}

export type Board = Omit<DiceCupBoard, "dice" | "sheets"> & { dice: Die[] | null; sheets: Sheet[] };

const dieOf = ([face = 0, x = 0, y = 0, turn = 0]: readonly number[], at: number): Die => ({ colour: Math.floor(at / 2) + 1, face, x, y, turn });

export function boardOf(view: TableView): Board {
  const board = view.board as unknown as DiceCupBoard;
  return {
    ...board,
    dice: board.dice && board.dice.map(dieOf),
    sheets: board.sheets.map((sheet) => ({ ...sheet, columns: sheet.columns.map(decoded) })),
  };
}

/** The colour a category of the middle part counts; null for others. */
export const colourOf = (category: Category): number | null => (category.startsWith("colour_") ? Number(category.slice(7)) : null);

/** The face a category of the upper part counts; null for others. */
export const faceOf = (category: Category): number | null => ({ fours: 4, fives: 5, sixes: 6 })[category as string] ?? null;

/** Whether a die counts for a category, among all that lie. */
export function counts(category: Category, die: Die, dice: readonly Die[]): boolean {
  switch (category) {
    case "doubles":
      return dice.filter((other) => other.colour === die.colour && other.face === die.face).length === 2;
    case "low":
      return die.face <= LOW;
    case "cup":
      return true;
    default:
      return die.colour === colourOf(category) || die.face === faceOf(category);
  }
}

/** What a sheet holds of a category, column by column. */
export function slotsOf(sheet: Sheet, at: number): (number | null)[] {
  return sheet.columns.map((column) => column[at] ?? null);
}

/** What a sheet holds of a category in all; null: nothing yet. */
export function sumOf(sheet: Sheet, at: number): number | null {
  const written = slotsOf(sheet, at).filter((points) => points !== null);
  return written.length ? written.reduce((all, points) => all + points, 0) : null;
}

export interface Told {
  seat: number;
  category: Category;
  points: number;
  /** The most an open category would have brought, and which. */
  most: number;
  most_in: Category;
}

/** The crosses of a round as its event tells them. */
export function toldBy(params: NonNullable<EventView["params"]>): Told[] {
  const name = (at: number) => CATEGORIES[at] ?? "cup";
  return (params["crosses"] as [number, number, number, number][]).map(([category, points, most_in, most], seat) => {
    return { seat, category: name(category), points, most, most_in: name(most_in) };
  });
}

/** How the round that lies open was scored, as its event tells it; [] where it is not known. */
export function told(view: TableView): Told[] {
  if (view.board["scores"] === null) return [];
  const last = view.events.filter((event) => event.key === "dice_cup.round").at(-1)?.params;
  return last && last["round"] === view.board["round"] ? toldBy(last) : [];
}

/** Whether the cup is put aside between two views. */
export const revealed = (from: TableView, to: TableView): boolean => from.board["scores"] === null && to.board["scores"] !== null;

/** The sheet as it lies before the reader: two rows of six. */
export const ROWS: readonly (readonly Category[])[] = [[...(PARTS[0] ?? []), ...(PARTS[2] ?? [])], PARTS[1] ?? []];

/** The open category an arrow key leads to. */
export function moved(open: readonly Category[], from: Category | null, key: string): Category | null {
  const order = ROWS.flat();
  const first = order.find((category) => open.includes(category)) ?? null;
  if (from === null) return first;
  const at = order.indexOf(from);
  const across = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  if (across) {
    const around = order.map((_, i) => order[(at + across * (i + 1) + 2 * order.length) % order.length] ?? from);
    return around.find((category) => open.includes(category)) ?? from;
  }
  if (key !== "ArrowUp" && key !== "ArrowDown") return from;
  const width = order.length / ROWS.length;
  const other = ROWS[at < width ? 1 : 0] ?? [];
  const near = other
    .map((category, i) => ({ category, far: Math.abs(i - (at % width)) }))
    .filter(({ category }) => open.includes(category))
    .sort((a, b) => a.far - b.far);
  return near[0]?.category ?? from;
}
