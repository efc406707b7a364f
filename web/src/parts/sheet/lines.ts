import { number, t } from "../../i18n/index.svelte";
import type { Line, SheetBoard } from "./logic";
import { fieldName } from "./words";

const FACES = ["ones", "twos", "threes", "fours", "fives", "sixes"];

/** The lines of some fields of a board, from one up to another (not included), as they are called in a game. */
export function fieldLines(game: string, board: SheetBoard, from: number, to: number, hint?: (field: string) => string): Line[] {
  return board.fields.slice(from, to).map((name, i) => ({
    key: name,
    label: fieldName(game, name),
    field: from + i,
    ...(FACES.includes(name) && { face: FACES.indexOf(name) + 1 }),
    ...(hint && { hint: hint(name) }),
  }));
}

/** The line of the total of each sheet. */
export function totalLine(board: SheetBoard): Line {
  return { key: "total", label: t("sheet.total"), total: true, sum: (seat) => [number(board.sheets[seat]?.total ?? 0)] };
}
