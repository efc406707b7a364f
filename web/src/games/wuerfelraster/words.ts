import type { EventView, TableView } from "../../contracts";
import { number, t } from "../../i18n/index.svelte";
import { listNames } from "../events";
import type { Who } from "../module";
import { boardOf, CELLS, LINES, parts, SIZE, type Category, type Filled, type Grid } from "./logic";

const you = (who: Who, seat: number) => (who.mine(seat) ? "you" : undefined);

/** "Zeile 2", "Spalte 5", "Diagonale ↘". */
export function lineName(line: number): string {
  if (line < SIZE) return t("wuerfelraster.row", { number: line + 1 });
  if (line < 2 * SIZE) return t("wuerfelraster.column", { number: line - SIZE + 1 });
  return t(line === 2 * SIZE ? "wuerfelraster.diagonal.down" : "wuerfelraster.diagonal.up");
}

export const cellName = (cell: number): string =>
  t("wuerfelraster.cell", { row: Math.floor(cell / SIZE) + 1, column: (cell % SIZE) + 1 });

export const categoryName = (category: Category): string => t(`wuerfelraster.category.${category}`);

/** "Zeile 2: Straße 8 · Spalte 1: Paar 1". */
export const filledWords = (filled: readonly Filled[]): string =>
  filled
    .map(({ line, category, points }) => t("wuerfelraster.filled", { line: lineName(line), category: categoryName(category), points }))
    .join(" · ");

/** The way a grid was counted: rows, columns, diagonals, all. */
export function countedWords(grid: Grid): { part: string; sum: string }[] {
  const worth = (from: number, to: number) => grid.points.slice(from, to).map((points) => number(points ?? 0));
  const sums = parts(grid);
  return [
    { part: t("wuerfelraster.rows"), sum: `${worth(0, SIZE).join("+")} = ${number(sums.rows)}` },
    { part: t("wuerfelraster.columns"), sum: `${worth(SIZE, 2 * SIZE).join("+")} = ${number(sums.columns)}` },
    { part: t("wuerfelraster.diagonals"), sum: `${worth(2 * SIZE, 2 * SIZE + 2).join("+")} = ${number(sums.diagonals)}` },
  ];
}

export function event(event: EventView, who: Who, view: TableView): string | null {
  const params = event.params ?? {};
  if (event.key === "wuerfelraster.won") {
    const seats = params["seats"] as number[];
    if (view.seats.length === 1) return "";
    if (seats.length === 1 && who.mine(seats[0] ?? -1)) return t("wuerfelraster.won", { context: "you" });
    return t("wuerfelraster.won", { names: listNames(seats, who), count: seats.length });
  }
  if (event.key === "wuerfelraster.counted") {
    const sentences = (params["points"] as number[][]).map((points, seat) => {
      const sums = parts({ points });
      return t(event.key, { name: who.name(seat), context: you(who, seat), ...sums, total: sums.rows + sums.columns + sums.diagonals });
    });
    return sentences.join(" ");
  }
  const seat = params["seat"];
  if (typeof seat !== "number") return null;
  const named = { name: who.name(seat), context: you(who, seat) };
  switch (event.key) {
    case "wuerfelraster.thrown":
      return t(event.key, { ...named, dice: (params["dice"] as number[]).join(t("wuerfelraster.and")), sum: params["sum"] });
    case "wuerfelraster.entered":
      // Where others put it is seen in their grids; told one by one it would bury the lines.
      return who.mine(seat) || view.seats.length <= 2 ? t(event.key, { ...named, sum: params["sum"], cell: cellName(Number(params["cell"])) }) : "";
    case "wuerfelraster.line": {
      const points = Number(params["points"]);
      const key = points ? event.key : "wuerfelraster.blank";
      return t(key, { ...named, line: lineName(Number(params["line"])), category: categoryName(params["category"] as Category), count: points });
    }
  }
  return null;
}

export function describe(view: TableView, who: Who): string[] {
  const board = boardOf(view);
  const lines: string[] = [];
  if (board.dice && view.status === "running") {
    lines.push(t("wuerfelraster.text.thrown", { round: board.round, rounds: board.rounds, dice: board.dice.join(t("wuerfelraster.and")), sum: board.sum }));
  }
  board.grids.forEach((grid, seat) => {
    const named = { name: who.name(seat), context: you(who, seat) };
    lines.push(t("wuerfelraster.text.total", { ...named, count: grid.total }));
    if (view.status === "running") lines.push(t(board.entered[seat] ? "wuerfelraster.text.entered" : "wuerfelraster.text.owes", named));
    for (let row = 0; row < SIZE; row += 1) {
      const cells = grid.cells.slice(row * SIZE, row * SIZE + SIZE).map((sum) => sum ?? t("wuerfelraster.text.free"));
      if (who.mine(seat) || grid.cells.some((sum) => sum !== null)) lines.push(t("wuerfelraster.text.row", { number: row + 1, cells: cells.join(", ") }));
    }
    const full = LINES.flatMap((_, line) => {
      const category = grid.lines[line];
      return category ? [t("wuerfelraster.filled", { line: lineName(line), category: categoryName(category), points: grid.points[line] ?? 0 })] : [];
    });
    if (full.length) lines.push(t("wuerfelraster.text.full", { lines: full.join("; ") }));
  });
  if (view.status === "running") lines.push(t("wuerfelraster.text.left", { count: CELLS - board.round + 1 }));
  return lines;
}
