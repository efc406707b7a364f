import { describe, expect, it } from "vitest";
import type { WuerfelpokerBoard, WuerfelpokerOptions } from "../../contracts";
import { leaders, missing } from "./logic";

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
