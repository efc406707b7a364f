import { describe, expect, it } from "vitest";
import { FIXTURES } from "../../../dev/fixtures";
import type { WuerfelpokerOptions } from "../../contracts";
import { boardOf, type SheetBoard } from "../../parts/sheet/logic";
import { counted, leaders, missing, optionsOf, sums } from "./logic";

const wuerfelpokerDefaults: WuerfelpokerOptions = {
  own_dice: false,
  order: "free",
  columns: 1,
  dice_stay: false,
  extra_bonus: 0,
  five_as_full_house: false,
  joker: false,
  full_house: 25,
  small_straight: 30,
  large_straight: 40,
  bonus: 35,
  bonus_from: 63,
};
const options = { bonus: 35, bonus_from: 63 } as WuerfelpokerOptions;
const fields = Array.from({ length: 13 }, (_, i) => String(i));
const filled = (cells: (number | null)[]) => [...cells, ...Array<null>(13 - cells.length).fill(null)];
const board = (...cells: (number | null)[]): SheetBoard => ({ fields, columns: 1, sheets: [{ cells: filled(cells), total: 0 }] }) as unknown as SheetBoard;

describe("what is missing for the bonus", () => {
  it("is all of it on an empty sheet", () => {
    expect(missing(board(), options, 0, 0)).toBe(63);
  });

  it("is nothing once it is paid", () => {
    expect(missing(board(1, 4, 9, 12, 15, 24), options, 0, 0)).toBe(0);
  });

  it("cannot be made up for by the fields left", () => {
    expect(missing(board(3, 6, 9, 4, 10), options, 0, 0)).toBeNull();
    expect(missing(board(3, 6, 9, 5, 10), options, 0, 0)).toBe(30);
  });
});

describe("what a sheet adds up to", () => {
  it("is told per column, with what further five alike brought", () => {
    const one = filled([3, 6, 9, 12, 15, 18, 0, null, 25]);
    const two = filled([null, null, 12, null, null, null, null, null, null, null, 40, 50]);
    const table = { ...board(), columns: 2, sheets: [{ cells: [...one, ...two], total: 63 + 35 + 25 + 12 + 90 + 200 }] };
    expect(sums(table, options, 0)).toEqual({ upper: [63, 12], bonus: [35, 0], lower: [25, 90], extra: 200 });
  });

  it.each(Object.entries(FIXTURES).filter(([name]) => name.startsWith("wuerfelpoker-")))("leaves no rest without an extra bonus (%s)", (_, view) => {
    const table = boardOf(view);
    const extras = table.sheets.map((_, seat) => sums(table, optionsOf(view), seat).extra);
    for (const extra of extras) expect(optionsOf(view).extra_bonus ? extra % optionsOf(view).extra_bonus : extra).toBe(0);
  });
});

describe("who is best at the common field", () => {
  it("is nobody while all struck it", () => {
    expect(leaders([0, 0])).toEqual([]);
  });

  it("may be several", () => {
    expect(leaders([25, 0, 25])).toEqual([0, 2]);
  });
});

describe("a sheet that can be one's record", () => {
  const usual = wuerfelpokerDefaults;

  it("is one of the usual rules, in any order", () => {
    expect(counted(usual)).toBe(true);
    expect(counted({ ...usual, order: "top_down", dice_stay: true })).toBe(true);
  });

  it.each<Partial<WuerfelpokerOptions>>([{ own_dice: true }, { columns: 3 }, { large_straight: 100 }, { joker: true }, { bonus_from: 1 }])(
    "is none with %o",
    (changed) => {
      expect(counted({ ...usual, ...changed })).toBe(false);
    },
  );
});
