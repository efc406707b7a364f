import type { TableView, WuerfelpokerBoard, WuerfelpokerOptions } from "../../contracts";

export const boardOf = (view: TableView): WuerfelpokerBoard => view.board as unknown as WuerfelpokerBoard;
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

/** What is missing for the bonus in a column: 0 once it is paid, null where it is out of reach. */
export function missing(board: WuerfelpokerBoard, options: WuerfelpokerOptions, seat: number, column: number): number | null {
  const sheet = board.sheets[seat];
  if (!sheet) return null;
  const short = Math.max(0, options.bonus_from - (sheet.upper[column] ?? 0));
  const size = board.fields.length;
  const upper = sheet.cells.slice(column * size, column * size + UPPER);
  const most = upper.reduce<number>((sum, points, i) => sum + (points === null ? 5 * (i + 1) : 0), 0);
  return short <= most ? short : null;
}

/** Who was best at the field all play this round, so far; none while nobody entered anything. */
export function leaders(entered: readonly number[]): number[] {
  const best = Math.max(0, ...entered);
  return best === 0 ? [] : entered.flatMap((points, seat) => (points === best ? [seat] : []));
}
