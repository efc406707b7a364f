import type { TableView, WuerfelpokerOptions } from "../../contracts";
import type { SheetBoard } from "../../parts/sheet/logic";

export const optionsOf = (view: TableView): WuerfelpokerOptions => view.options as unknown as WuerfelpokerOptions;

/** House rules under which a sheet is remembered as one's best: one column, usual points, dice of the house. */
const COUNTED: Partial<WuerfelpokerOptions> = {
  own_dice: false,
  columns: 1,
  extra_bonus: 0,
  five_as_full_house: false,
  joker: false,
  full_house: 25,
  small_straight: 30,
  large_straight: 40,
  bonus: 35,
  bonus_from: 63,
};

/** Whether a sheet under these house rules can be one's record. */
export const counted = (options: WuerfelpokerOptions): boolean =>
  (Object.keys(COUNTED) as (keyof WuerfelpokerOptions)[]).every((name) => options[name] === COUNTED[name]);

/** How many fields the upper part has. */
export const UPPER = 6;

const add = (points: readonly (number | null)[]): number => points.reduce<number>((sum, each) => sum + (each ?? 0), 0);

export interface Sums {
  /** Per column. */
  upper: number[];
  bonus: number[];
  lower: number[];
  /** For further five alike. */
  extra: number;
}

/** What a sheet adds up to, part by part. */
export function sums(board: SheetBoard, options: WuerfelpokerOptions, seat: number): Sums {
  const { cells, total } = board.sheets[seat] ?? { cells: [], total: 0 };
  const size = board.fields.length;
  const columns = Array.from({ length: board.columns }, (_, column) => cells.slice(column * size, (column + 1) * size));
  const upper = columns.map((column) => add(column.slice(0, UPPER)));
  const bonus = upper.map((sum) => (sum >= options.bonus_from ? options.bonus : 0));
  return { upper, bonus, lower: columns.map((column) => add(column.slice(UPPER))), extra: total - add(cells) - add(bonus) };
}

/** What is missing for the bonus in a column: 0 once it is paid, null where it is out of reach. */
export function missing(board: SheetBoard, options: WuerfelpokerOptions, seat: number, column: number): number | null {
  const sheet = board.sheets[seat];
  if (!sheet) return null;
  const size = board.fields.length;
  const upper = sheet.cells.slice(column * size, column * size + UPPER);
  const short = Math.max(0, options.bonus_from - add(upper));
  const most = upper.reduce<number>((sum, points, i) => sum + (points === null ? 5 * (i + 1) : 0), 0);
  return short <= most ? short : null;
}

/** Who was best at the field all play this round, so far; none while nobody entered anything. */
export function leaders(entered: readonly number[]): number[] {
  const best = Math.max(0, ...entered);
  return best === 0 ? [] : entered.flatMap((points, seat) => (points === best ? [seat] : []));
}
