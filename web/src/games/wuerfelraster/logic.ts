import type { TableView, WuerfelrasterBoard } from "../../contracts";
import { decoded } from "../../parts/cells";

export const SIZE = 5;
export const CELLS = SIZE * SIZE;
export const DIAGONALS = [10, 11] as const;

export type Cells = readonly (number | null)[];

/** What five sums may be, and what it brings. */
export const POINTS = {
  nothing: 0,
  pair: 1,
  two_pairs: 3,
  three: 3,
  four: 6,
  full_house: 8,
  straight: 8,
  five: 10,
  straight_without_7: 12,
} as const;
export type Category = keyof typeof POINTS;

export interface Grid {
  /** Row by row, null while free. */
  cells: (number | null)[];
  /** Of five rows, five columns, two diagonals, as they count; null while a line is not full. */
  points: (number | null)[];
  /** What a full line is. */
  lines: (Category | null)[];
  total: number;
}
export type Board = Omit<WuerfelrasterBoard, "grids"> & { grids: Grid[] };

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The cells of each line: five rows from the top, five columns from the left, the diagonal from the top left, the other. */
export const LINES: readonly (readonly number[])[] = [
  ...upTo(SIZE).map((row) => upTo(SIZE).map((i) => row * SIZE + i)),
  ...upTo(SIZE).map((column) => upTo(SIZE).map((i) => i * SIZE + column)),
  upTo(SIZE).map((i) => i * (SIZE + 1)),
  upTo(SIZE).map((i) => (i + 1) * (SIZE - 1)),
];

/** The cells on a diagonal. */
export const ON_DIAGONAL: ReadonlySet<number> = new Set(DIAGONALS.flatMap((line) => LINES[line] ?? []));

export function boardOf(view: TableView): Board {
  const board = view.board as unknown as WuerfelrasterBoard;
  const grids = board.grids.map((grid) => {
    const cells = decoded(grid.cells);
    return { cells, points: decoded(grid.points), lines: LINES.map((line) => categoryOf(cells, line)), total: grid.total };
  });
  return { ...board, grids };
}

export const doubled = (view: TableView): boolean => view.options["double_diagonals"] !== false;

/** How often a line counts. */
export const times = (line: number, double: boolean): number => (double && line >= 2 * SIZE ? 2 : 1);

/** The one category of five sums, in whatever order they stand. */
export function classify(sums: readonly number[]): Category {
  const counts = [...new Set(sums)].map((sum) => sums.filter((each) => each === sum).length).sort((a, b) => b - a);
  switch (counts.join("")) {
    case "5":
      return "five";
    case "41":
      return "four";
    case "32":
      return "full_house";
    case "311":
      return "three";
    case "221":
      return "two_pairs";
    case "2111":
      return "pair";
  }
  if (Math.max(...sums) - Math.min(...sums) !== SIZE - 1) return "nothing";
  return sums.includes(7) ? "straight" : "straight_without_7";
}

function categoryOf(cells: Cells, line: readonly number[]): Category | null {
  const sums = line.flatMap((cell) => cells[cell] ?? []);
  return sums.length < SIZE ? null : classify(sums);
}

export interface Filled {
  line: number;
  category: Category;
  /** As they count: those of a doubled diagonal are doubled. */
  points: number;
}

/** The lines that become full when a sum is entered into a free cell. */
export function filledBy(cells: Cells, cell: number, sum: number, double: boolean): Filled[] {
  return LINES.flatMap((line, n) => {
    if (!line.includes(cell)) return [];
    const sums = line.flatMap((at) => (at === cell ? [sum] : (cells[at] ?? [])));
    if (sums.length < SIZE) return [];
    const category = classify(sums);
    return [{ line: n, category, points: POINTS[category] * times(n, double) }];
  });
}

/** What rows, columns and diagonals bring so far. */
export function parts({ points }: { points: Cells }): { rows: number; columns: number; diagonals: number } {
  const sum = (from: number, to: number) => points.slice(from, to).reduce<number>((all, each) => all + (each ?? 0), 0);
  return { rows: sum(0, SIZE), columns: sum(SIZE, 2 * SIZE), diagonals: sum(2 * SIZE, 2 * SIZE + 2) };
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The free cell an arrow key leads to: the nearest that way, rather straight ahead; the first one from nowhere. */
export function moved(free: ReadonlySet<number>, from: number | null, key: string): number | null {
  const step = STEPS[key];
  if (!step) return null;
  if (from === null) return [...free].sort((a, b) => a - b)[0] ?? null;
  const [down, right] = step;
  let best: { cell: number; far: number } | null = null;
  for (const cell of free) {
    const rows = Math.floor(cell / SIZE) - Math.floor(from / SIZE);
    const columns = (cell % SIZE) - (from % SIZE);
    const ahead = rows * down + columns * right;
    if (ahead <= 0) continue;
    const far = ahead + 3 * Math.abs(rows * right) + 3 * Math.abs(columns * down);
    if (best === null || far < best.far) best = { cell, far };
  }
  return best?.cell ?? from;
}

/** The throw that led from one view to the next, if one did. */
export function thrownBetween(from: TableView, to: TableView): boolean {
  return to.events.some((event) => event.n > from.n && event.key === "wuerfelraster.thrown");
}

/** The cell a seat filled last, as the events tell it. */
export function lastCell(view: TableView, seat: number): number | null {
  const last = view.events.filter((event) => event.key === "wuerfelraster.entered" && event.params?.["seat"] === seat).at(-1);
  return (last?.params?.["cell"] as number | undefined) ?? null;
}
