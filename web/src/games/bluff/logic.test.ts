import { describe, expect, it } from "vitest";
import type { BluffBoardRevealView as Reveal, TableView } from "../../contracts";
import { changeOf, columnsOf, counts, firstBid, lifted, liesOn, nextFace, offers, shaken, specialNext, track, windingPlace, withCount, withFace, type Board } from "./logic";

const bid = (faces: number[], min: number, max: number) => ({
  kind: "bid",
  fields: { face: { type: "list", values: faces }, count: { type: "range", min, max } },
});
/** Over 5 threes, with 19 dice. */
const ACTIONS = [bid([1], 3, 19), bid([4, 5, 6], 5, 19), bid([2, 3], 6, 19), { kind: "doubt", fields: {} }] as TableView["actions"];
const OPEN = offers(ACTIONS);
const names = (fields: { count: number; star: boolean }[]) => fields.map(({ count, star }) => `${count}${star ? "*" : ""}`).join(" ");
const board = (change: Partial<Board>) => ({ phase: "bid", round: 1, turn: 0, reveal: null, ...change }) as Board;

describe("what may be bid", () => {
  it("is read per face from the domains of the house", () => {
    expect([...OPEN].map(([face, { least }]) => [face, least])).toEqual([[1, 3], [4, 5], [5, 5], [6, 5], [2, 6], [3, 6]]);
  });

  it("starts at the smallest step up, with the face the own cup holds most of", () => {
    expect(firstBid(OPEN, [4, 4, 5, 5, 5], false)).toEqual({ count: 5, face: 5 });
    expect(firstBid(new Map(), [1], false)).toBeNull();
  });

  it("keeps the number of dice with another face, as far as that is enough", () => {
    expect(withFace({ count: 8, face: 5 }, 6, OPEN)).toEqual({ count: 8, face: 6 });
    expect(withFace({ count: 5, face: 5 }, 2, OPEN)).toEqual({ count: 6, face: 2 });
  });

  it("goes to ones, and back, with the fewest", () => {
    expect(withFace({ count: 8, face: 5 }, 1, OPEN)).toEqual({ count: 3, face: 1 });
    expect(withFace({ count: 9, face: 1 }, 4, OPEN)).toEqual({ count: 5, face: 4 });
  });

  it("leaves the bid alone where a face may not be bid", () => {
    const special = offers([bid([5], 2, 14)] as TableView["actions"]);
    expect(withFace({ count: 2, face: 5 }, 6, special)).toEqual({ count: 2, face: 5 });
  });

  it("counts up and down within what the house takes", () => {
    expect(withCount({ count: 5, face: 4 }, -1, OPEN).count).toBe(5);
    expect(withCount({ count: 19, face: 4 }, 1, OPEN).count).toBe(19);
    expect(withCount({ count: 7, face: 4 }, 1, OPEN).count).toBe(8);
  });

  it("walks through the faces and stays at the ends", () => {
    expect(nextFace(1, 1, OPEN)).toBe(2);
    expect(nextFace(6, 1, OPEN)).toBe(6);
    expect(nextFace(1, -1, OPEN)).toBe(1);
  });
});

describe("what counts for a bid", () => {
  it("is the face and the jokers", () => {
    expect([1, 3, 4].map((die) => counts(die, 4, false))).toEqual([true, false, true]);
  });

  it("has no jokers in a special round, and none for ones", () => {
    expect(counts(1, 4, true)).toBe(false);
    expect([1, 4].map((die) => counts(die, 1, false))).toEqual([true, false]);
  });
});

describe("the track", () => {
  it("has a star for k ones behind the field of 2k dice", () => {
    expect(names(track(12, false, []))).toBe("1 2 1* 3 4 2* 5 6 3* 7 8 4* 9 10 5* 11 12 6*");
  });

  it("rises like the bids the house takes: over 5 threes come three ones, over three ones 7 of a face", () => {
    const fields = track(12, false, []);
    const at = (count: number, face: number) => fields.findIndex((field) => liesOn({ count, face }, field, false));
    expect(at(3, 1)).toBeGreaterThan(at(5, 3));
    expect(at(2, 1)).toBeLessThan(at(5, 3));
    expect(at(7, 4)).toBeGreaterThan(at(3, 1));
    expect(at(6, 4)).toBeLessThan(at(3, 1));
  });

  it("has room for every bid on ones: all where dice are few, else as far as they are bid", () => {
    expect(names(track(3, false, []))).toBe("1 2 1* 3 2* 3*");
    expect(track(20, false, [{ count: 12, face: 1 }]).at(-1)).toEqual({ count: 12, star: true });
  });

  it("has no stars in a special round", () => {
    expect(names(track(3, true, [{ count: 2, face: 1 }]))).toBe("1 2 3");
    expect(liesOn({ count: 2, face: 1 }, { count: 2, star: false }, true)).toBe(true);
  });

  it("winds to and fro, every field beside the one before", () => {
    for (const length of [3, 9, 14, 30, 54, 72]) {
      const columns = columnsOf(length);
      const places = Array.from({ length }, (_, at) => windingPlace(at, columns));
      expect(new Set(places.map(({ column, row }) => `${column} ${row}`)).size).toBe(length);
      const steps = places.slice(1).map((place, i) => Math.abs(place.column - (places[i]?.column ?? 0)) + Math.abs(place.row - (places[i]?.row ?? 0)));
      expect(steps.every((step) => step === 1)).toBe(true);
    }
  });
});

describe("after the count", () => {
  const reveal = (change: Partial<Reveal>) => ({ kind: "doubt", caller: 2, loser: null, gained: 0, ...change }) as Reveal;

  it("one seat has a die less, or one more", () => {
    expect([0, 1, 2].map((seat) => changeOf(reveal({ loser: 1 }), seat))).toEqual([0, -1, 0]);
    expect([0, 1, 2].map((seat) => changeOf(reveal({ kind: "exact", gained: 1 }), seat))).toEqual([0, 0, 1]);
    expect(changeOf(reveal({ kind: "exact" }), 2)).toBe(0);
  });

  it("the first fall to one die makes a special round", () => {
    const look = { phase: "look", turn: 1, left: [3, 1] } as const;
    expect(specialNext(board({ ...look, left: [3, 1], specials: [false, false] }))).toBe(true);
    expect(specialNext(board({ ...look, left: [3, 1], specials: [false, true] }))).toBe(false);
    expect(specialNext(board({ ...look, left: [3, 2], specials: [false, false] }))).toBe(false);
  });

  it("cups go up once, and are shaken for the next round", () => {
    const up = board({ phase: "look", reveal: reveal({}) });
    expect(lifted(board({}), up)).toBe(true);
    expect(lifted(up, up)).toBe(false);
    expect(shaken(up, board({ round: 2 }))).toBe(true);
    expect(shaken(board({}), board({}))).toBe(false);
  });
});
