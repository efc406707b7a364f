import { describe, expect, it } from "vitest";
import type { MaexchenBoard } from "../../contracts";
import { facesOf, firstChoice, lifted, shaken, step, valueOf } from "./logic";

const ORDER = [31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, 21];
const board = (change: Partial<MaexchenBoard>): MaexchenBoard =>
  ({ phase: "claim", round: 1, turn: 0, reveal: null, ...change }) as MaexchenBoard;

describe("values", () => {
  it("put the higher die first", () => {
    expect(valueOf([3, 6])).toBe(63);
    expect(valueOf([1, 2])).toBe(21);
    expect(facesOf(63)).toEqual([6, 3]);
  });
});

describe("the claim ladder", () => {
  it("offers the truth where it may be said", () => {
    expect(firstChoice(ORDER, [61, 62, 11], [6, 2])).toBe(62);
  });

  it("offers the smallest lie where the truth is too low", () => {
    expect(firstChoice(ORDER, [11, 22, 65], [3, 1])).toBe(65);
  });

  it("knows nothing before the reader looked", () => {
    expect(firstChoice(ORDER, [61, 62], null)).toBe(61);
  });

  it("steps along what is allowed and stays at its ends", () => {
    expect(step(ORDER, [65, 11, 22], 65, 1)).toBe(11);
    expect(step(ORDER, [65, 11, 22], 65, -1)).toBe(65);
    expect(step(ORDER, [65, 11, 22], 22, 1)).toBe(22);
    expect(step(ORDER, [], null, 1)).toBeNull();
  });
});

describe("what moves between two views", () => {
  it("shakes for a new throw: after believing, and in a new round", () => {
    expect(shaken(board({ phase: "answer" }), board({ phase: "claim" }))).toBe(true);
    expect(shaken(board({ phase: "look" }), board({ phase: "claim", round: 2 }))).toBe(true);
    expect(shaken(board({}), board({}))).toBe(false);
  });

  it("lifts the cup once", () => {
    const reveal = { kind: "doubt" } as MaexchenBoard["reveal"];
    expect(lifted(board({ phase: "answer" }), board({ phase: "look", reveal }))).toBe(true);
    expect(lifted(board({ phase: "look", reveal }), board({ phase: "look", reveal }))).toBe(false);
    expect(lifted(board({ phase: "look", reveal }), board({ phase: "claim", round: 2 }))).toBe(false);
  });
});
