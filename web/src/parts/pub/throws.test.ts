import { describe, expect, it } from "vitest";
import type { TableView } from "../../contracts";
import { keepOf, layoutOf, stillPicked, thrownBetween } from "./throws";

describe("laying out", () => {
  it("moves picked dice to the rail and throws the others", () => {
    const layout = layoutOf({ laid: [1], free: [4, 5] }, "roll", [1], 3);
    expect(layout).toEqual({ dice: [4, 5], laid: [1], picked: [1], live: new Set([0, 1]), rest: 1 });
    expect(keepOf([4, 5], [1])).toEqual([5]);
  });

  it("keeps faces ascending, in whatever order they were picked", () => {
    expect(keepOf([2, 4, 6], [2, 0])).toEqual([2, 6]);
  });

  it("throws all three before the first throw", () => {
    expect(layoutOf({ laid: [], free: [] }, "roll", [], 3).rest).toBe(3);
  });
});

describe("turning sixes", () => {
  it("lays out a one, and the other six cannot be kept", () => {
    const layout = layoutOf({ laid: [], free: [3, 6, 6] }, "turn", [0], 3);
    expect(layout).toEqual({ dice: [3, 1, 6], laid: [], picked: [1, 0], live: new Set([0, 1]), rest: 1 });
  });

  it("leaves the third of three sixes to be kept", () => {
    const layout = layoutOf({ laid: [], free: [6, 6, 6] }, "turn", [2], 3);
    expect(layout.dice).toEqual([1, 6, 6]);
    expect([...layout.live]).toEqual([0, 2]);
    expect(layout.rest).toBe(1);
  });

  it("turns a six laid out, and the one just thrown goes into the cup", () => {
    const layout = layoutOf({ laid: [2, 6], free: [6] }, "turn_laid", [], 3);
    expect(layout).toEqual({ dice: [6], laid: [2, 1], picked: [], live: new Set(), rest: 1 });
  });

  it("takes back what was picked of the turned sixes", () => {
    expect(stillPicked([3, 6, 6], "turn", [0, 1])).toEqual([0]);
    expect(stillPicked([3, 6], "turn_laid", [0, 1])).toEqual([0]);
    expect(stillPicked([3, 6, 6], "roll", [0, 1])).toEqual([0, 1]);
  });
});

describe("throws between two views", () => {
  const view = (n: number, events: object[] = [], board: object = {}): TableView =>
    ({ n, game: "schocken", board, events }) as unknown as TableView;

  it("are seen with what lies", () => {
    const thrown = { n: 8, key: "schocken.thrown", params: { seat: 1, throw: 2, dice: [2, 2], laid: [1], kind: "number", tokens: 1 } };
    expect(thrownBetween(view(7), view(8, [thrown]))).toEqual({ seat: 1, dice: [2, 2], laid: [1], throws: 2 });
  });

  it("show no dice under a cup", () => {
    const shaken = { n: 8, key: "schocken.shaken", params: { seat: 1, throw: 2 } };
    const board = { hands: [null, { laid: [1] }] };
    expect(thrownBetween(view(7), view(8, [shaken], board))).toEqual({ seat: 1, dice: null, laid: [1], throws: 2 });
  });

  it("are none where the throw was seen before", () => {
    const thrown = { n: 7, key: "schocken.thrown", params: { seat: 1, throw: 2, dice: [2, 2], laid: [1] } };
    expect(thrownBetween(view(7), view(8, [thrown]))).toBeNull();
  });
});
