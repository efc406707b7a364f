import { describe, expect, it } from "vitest";
import type { TableView, ZehntausendBoardTakeView as Take } from "../../contracts";
import { best, pick, pickAll, scoring, takeOf, throwBetween } from "./logic";

const take = (points: number, ...dice: number[]): Take => ({ dice, points });

describe("laying out 1, 2, 3, 3, 3 and 5", () => {
  const dice = [1, 2, 3, 3, 3, 5];
  const takes = [take(100, 1), take(400, 1, 3, 3, 3), take(450, 1, 3, 3, 3, 5), take(150, 1, 5), take(300, 3, 3, 3), take(350, 3, 3, 3, 5), take(50, 5)];

  it("takes a single one alone", () => {
    expect(pick(dice, takes, [], 0)).toEqual([0]);
  });

  it("takes the whole triple with one of its dice", () => {
    expect(pick(dice, takes, [], 3)).toEqual([2, 3, 4]);
  });

  it("keeps what was picked before", () => {
    expect(pick(dice, takes, [0], 4)).toEqual([0, 2, 3, 4]);
  });

  it("takes the triple back as a whole and leaves the rest", () => {
    expect(pick(dice, takes, [0, 2, 3, 4], 3)).toEqual([0]);
  });

  it("takes back the last die", () => {
    expect(pick(dice, takes, [5], 5)).toEqual([]);
  });

  it("does nothing for a die that scores nothing", () => {
    expect(pick(dice, takes, [0], 1)).toEqual([0]);
    expect(scoring(dice, takes)).toEqual(new Set([0, 2, 3, 4, 5]));
  });

  it("knows what the picked dice are worth", () => {
    expect(takeOf(dice, takes, [0, 5])?.points).toBe(150);
    expect(takeOf(dice, takes, [1])).toBeUndefined();
    expect(takeOf(dice, takes, [])).toBeUndefined();
  });

  it("offers the most points", () => {
    const most = best(takes);
    expect(most?.points).toBe(450);
    expect(pickAll(dice, takes[6]!)).toEqual([5]);
  });
});

describe("laying out a straight", () => {
  it("takes all six with a die that scores only there", () => {
    const dice = [1, 2, 3, 4, 5, 6];
    const takes = [take(100, 1), take(50, 5), take(150, 1, 5), take(1500, 1, 2, 3, 4, 5, 6)];
    expect(pick(dice, takes, [0], 3)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(pick(dice, takes, [0, 1, 2, 3, 4, 5], 3)).toEqual([0, 4]);
  });
});

describe("throws between two views", () => {
  const view = (n: number, board: object, events: object[] = []): TableView => ({ n, board, events }) as unknown as TableView;
  const rolled = { n: 8, key: "zehntausend.rolled", params: { seat: 1, dice: [2, 2, 3] } };

  it("lay on the rail what was kept before", () => {
    const kept = { n: 8, key: "zehntausend.kept", params: { seat: 1, dice: [1], worth: 100, points: 350 } };
    const bust = { n: 8, key: "zehntausend.bust", params: { seat: 1, lost: 350 } };
    const from = view(7, { phase: "take", turn: 1, laid: [5, 5] });
    expect(throwBetween(from, view(8, {}, [kept, rolled, bust]))).toEqual({ dice: [2, 2, 3], laid: [5, 5, 1], points: 350, bust: true });
  });

  it("clear the rail once all six are out, and at the start of a turn", () => {
    const kept = { n: 8, key: "zehntausend.kept", params: { seat: 1, dice: [1], worth: 100, points: 850 } };
    const out = { n: 8, key: "zehntausend.all_out", params: { seat: 1 } };
    const mid = view(7, { phase: "take", turn: 1, laid: [5, 5, 2, 2, 2] });
    expect(throwBetween(mid, view(8, {}, [kept, out, rolled]))?.laid).toEqual([]);
    const start = view(7, { phase: "start", turn: 1, laid: [] });
    expect(throwBetween(start, view(8, {}, [rolled]))).toEqual({ dice: [2, 2, 3], laid: [], points: 0, bust: false });
  });

  it("are none where nothing new was thrown", () => {
    expect(throwBetween(view(8, { phase: "take", turn: 1, laid: [] }), view(9, {}, [rolled]))).toBeNull();
  });
});
