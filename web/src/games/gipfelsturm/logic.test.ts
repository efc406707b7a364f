import { describe, expect, it } from "vitest";
import type { GipfelsturmBoard, TableView } from "../../contracts";
import { choices, fieldsAfter, onLane, pairings, throwBetween } from "./logic";

const move = (...lanes: number[]) => ({ lanes, bust: 0 });

describe("pairs of 1, 2, 3 and 4", () => {
  it("make 3 and 7, 4 and 6, or 5 twice", () => {
    expect(pairings([1, 2, 3, 4]).map(({ sums }) => sums)).toEqual([[3, 7], [4, 6], [5, 5]]);
  });

  it("come once where they look alike", () => {
    expect(pairings([6, 6, 4, 3]).map(({ sums }) => sums)).toEqual([[7, 12], [9, 10]]);
    expect(pairings([2, 2, 2, 2]).map(({ sums }) => sums)).toEqual([[4, 4]]);
  });
});

describe("choices", () => {
  it("come in the order of the pairings, whatever the order of the moves", () => {
    const found = choices([1, 2, 3, 4], [move(4, 6), move(3, 7), move(5, 5)]);
    expect(found.map((each) => each.move.lanes)).toEqual([[3, 7], [4, 6], [5, 5]]);
  });

  it("tell which pair a single step comes from", () => {
    const [low, high] = choices([6, 6, 4, 3], [move(7), move(12)]);
    expect(low?.pairing.pairs[low.used.indexOf(true)]).toEqual([4, 3]);
    expect(high?.pairing.pairs[high.used.indexOf(true)]).toEqual([6, 6]);
    expect([low?.used, high?.used]).toEqual([[true, false], [false, true]]);
  });

  it("use one pair only where a double sum has one step left", () => {
    expect(choices([1, 4, 2, 3], [move(5)])[0]?.used).toEqual([true, false]);
  });
});

describe("a tap on a lane", () => {
  const offered = choices([6, 6, 4, 3], [move(7), move(7, 12), move(9, 10)]);

  it("looks at the first choice on it, then at the next, and begins again", () => {
    const first = onLane(offered, 7, null);
    const second = onLane(offered, 7, first);
    expect([first?.move.lanes, second?.move.lanes, onLane(offered, 7, second)?.move.lanes]).toEqual([[7], [7, 12], [7]]);
  });

  it("does nothing on a lane that no choice uses", () => {
    expect(onLane(offered, 2, null)).toBeNull();
  });
});

describe("where runners would stand", () => {
  const stones = Array(11).fill(0) as number[];
  stones[5] = 4;
  const board = { turn: 1, stones: [[], stones], runners: [{ lane: 8, field: 3 }] } as unknown as GipfelsturmBoard;

  it("is one above the runner, or above the own stone", () => {
    expect([...fieldsAfter(board, [7, 8])]).toEqual([[7, 5], [8, 4]]);
  });

  it("is two up for two steps", () => {
    expect(fieldsAfter(board, [7, 7]).get(7)).toBe(6);
  });
});

describe("throws between two views", () => {
  const view = (n: number, events: object[]): TableView => ({ n, board: {}, events }) as unknown as TableView;
  const rolled = { n: 5, key: "gipfelsturm.rolled", params: { seat: 2, dice: [1, 1, 1, 2] } };

  it("are told by the new events only", () => {
    expect(throwBetween(view(4, []), view(5, [rolled]))).toEqual({ dice: [1, 1, 1, 2], seat: 2, bust: false });
    expect(throwBetween(view(5, []), view(6, [rolled]))).toBeNull();
  });

  it("say that they are a Niete", () => {
    const bust = { n: 5, key: "gipfelsturm.bust", params: { seat: 2, lost: 3 } };
    expect(throwBetween(view(4, []), view(5, [rolled, bust]))?.bust).toBe(true);
  });
});
