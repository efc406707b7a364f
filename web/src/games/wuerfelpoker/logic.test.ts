import { describe, expect, it } from "vitest";
import type { WuerfelpokerBoard, WuerfelpokerOptions } from "../../contracts";
import { counted, leaders, missing } from "./logic";

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
const board = (upper: number, ...cells: (number | null)[]): WuerfelpokerBoard =>
  ({ fields, sheets: [{ upper: [upper], cells: [...cells, ...Array<null>(13 - cells.length).fill(null)] }] }) as unknown as WuerfelpokerBoard;

describe("what is missing for the bonus", () => {
  it("is all of it on an empty sheet", () => {
    expect(missing(board(0), options, 0, 0)).toBe(63);
  });

  it("is nothing once it is paid", () => {
    expect(missing(board(65, 1, 4, 9, 12, 15, 24), options, 0, 0)).toBe(0);
  });

  it("cannot be made up for by the fields left", () => {
    expect(missing(board(32, 3, 6, 9, 4, 10), options, 0, 0)).toBeNull();
    expect(missing(board(33, 3, 6, 9, 5, 10), options, 0, 0)).toBe(30);
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
