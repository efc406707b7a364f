import { describe, expect, it } from "vitest";
import type { EventView, TableView } from "../../contracts";
import { asTyped, deedOf, lastEntry, offers, step, throwBetween, type SheetBoard } from "./logic";

const board = (worth: (number | null)[]): SheetBoard => ({ fields: ["ones", "twos", "chance"], worth }) as unknown as SheetBoard;
const nothing = { write: false, strike: false, announce: false };

describe("what may be done with a cell", () => {
  it("is to write where the dice bring something, and to strike anywhere", () => {
    const actions = { write: [2], strike: [0, 2], announce: [] };
    const found = offers(board([0, null, 17]), (kind) => actions[kind], [null, 4, null]);
    expect(found.get(0)).toEqual({ ...nothing, worth: 0, strike: true });
    expect(found.get(2)).toEqual({ ...nothing, worth: 17, write: true, strike: true });
    expect(found.has(1)).toBe(false);
    expect([...found.values()].map(deedOf)).toEqual(["write", "strike"]);
  });

  it("names an announced field by its open cell in every column", () => {
    const found = offers({ ...board([]), worth: null }, (kind) => (kind === "announce" ? [1] : []), [null, 4, null, null, null, null]);
    expect([...found.keys()]).toEqual([4]);
    expect(deedOf(found.get(4) ?? { ...nothing, worth: null })).toBe("announce");
  });
});

describe("choosing by the arrow keys", () => {
  it("goes from cell to cell and around the end", () => {
    expect(step([2, 5, 9], 5, 1)).toBe(9);
    expect(step([2, 5, 9], 9, 1)).toBe(2);
    expect(step([2, 5, 9], null, -1)).toBe(9);
    expect(step([2, 5, 9], 7, 1)).toBe(2);
    expect(step([], 5, 1)).toBeNull();
  });
});

it("sends real dice as the house reads them", () => {
  expect(asTyped([6, 1, 3, 6, 1])).toEqual([1, 2, 5, 9, 10]);
});

describe("a throw between two views", () => {
  const view = (n: number, phase: string, more: object, events: EventView[] = []): TableView =>
    ({ n, board: { phase, turn: 1, ...more }, events }) as unknown as TableView;
  const rolled: EventView = { n: 8, key: "sheet.rolled", params: { seat: 1, throw: 2, dice: [3, 3, 1] } };

  it("lets the kept dice lie", () => {
    const from = view(7, "play", { throws: 1, kept: [] });
    expect(throwBetween(from, view(8, "play", { throws: 2, kept: [0, 1] }, [rolled]))).toEqual({ seat: 1, throw: 2, dice: [3, 3, 1], kept: [0, 1] });
  });

  it("is none where real dice were typed, nor where the throw was seen before", () => {
    expect(throwBetween(view(7, "type", {}), view(8, "play", { throws: 2, kept: [] }, [rolled]))).toBeNull();
    expect(throwBetween(view(8, "play", {}), view(9, "play", { throws: 2, kept: [] }, [rolled]))).toBeNull();
  });
});

it("remembers the last entry until somebody throws", () => {
  const written: EventView = { n: 4, key: "sheet.written", params: { seat: 0, field: "ones", column: 0, points: 3, dice: [1, 1, 1] } };
  expect(lastEntry([written, { n: 4, key: "wuerfelpoker.bonus", params: {} }])).toBe(written);
  expect(lastEntry([written, { n: 5, key: "sheet.rolled", params: {} }])).toBeNull();
});
