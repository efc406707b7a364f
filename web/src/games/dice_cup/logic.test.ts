import { describe, expect, it } from "vitest";
import { FIXTURES } from "../../../dev/fixtures";
import type { TableView } from "../../contracts";
import { boardOf, CATEGORIES, counts, DOUBLE, moved, PARTS, ROWS, slotsOf, sumOf, told, type Category, type Die } from "./logic";
import { motion } from "./motion";

const views = Object.entries(FIXTURES).filter(([name]) => name.startsWith("dice_cup-"));
const scored = views.filter(([, view]) => boardOf(view).scores !== null);

/** What the dice that count for a category bring. */
function points(category: Category, dice: readonly Die[]): number {
  const those = dice.filter((die) => counts(category, die, dice));
  return category === "doubles" ? (those.length / 2) * DOUBLE : those.reduce((all, die) => all + die.face, 0);
}

describe("the dice that count", () => {
  it.each(scored)("bring what the house scored (%s)", (_, view) => {
    const board = boardOf(view);
    expect(CATEGORIES.map((category) => points(category, board.dice ?? []))).toEqual(board.scores);
  });
});

describe("a sheet", () => {
  it("has the twelve categories of the house, in its parts", () => {
    expect(PARTS.flat()).toEqual(CATEGORIES);
    expect([...ROWS.flat()].sort()).toEqual([...CATEGORIES].sort());
  });

  it.each(views)("adds up (%s)", (_, view) => {
    const board = boardOf(view);
    for (const sheet of board.sheets) {
      const parts = PARTS.map((part) => part.reduce((all, category) => all + (sumOf(sheet, CATEGORIES.indexOf(category)) ?? 0), 0));
      expect(parts).toEqual(sheet.parts);
    }
  });

  it("is filled column by column", () => {
    const sheet = { columns: [[7, null], [9, null], [null, null]], parts: [16, 0, 0], total: 16 };
    expect(slotsOf(sheet, 0)).toEqual([7, 9, null]);
    expect(sumOf(sheet, 0)).toBe(16);
    expect(sumOf(sheet, 1)).toBeNull();
  });
});

describe("what a round told", () => {
  it("is known of the round that lies open only", () => {
    const view = FIXTURES["dice_cup-look"]!;
    const { scores, crosses } = boardOf(view);
    expect(told(view).map(({ category }) => category)).toEqual(crosses);
    for (const { category, points, most, most_in } of told(view)) {
      expect([points, most]).toEqual([scores![CATEGORIES.indexOf(category)], scores![CATEGORIES.indexOf(most_in)]]);
    }
    expect(told({ ...view, board: { ...view.board, round: 99 } })).toEqual([]);
    expect(told(FIXTURES["dice_cup-covered"]!)).toEqual([]);
  });
});

describe("arrow keys", () => {
  const open: Category[] = ["fives", "cup", "colour_1", "colour_6"];

  it("lead from open category to open category, around the sheet", () => {
    expect(moved(open, null, "ArrowRight")).toBe("fives");
    expect(moved(open, "fives", "ArrowRight")).toBe("cup");
    expect(moved(open, "cup", "ArrowRight")).toBe("colour_1");
    expect(moved(open, "fives", "ArrowLeft")).toBe("colour_6");
  });

  it("lead to the nearest one in the other row", () => {
    expect(moved(open, "cup", "ArrowDown")).toBe("colour_6");
    expect(moved(open, "colour_1", "ArrowUp")).toBe("fives");
    expect(moved(["cup"], "cup", "ArrowUp")).toBe("cup");
  });
});

describe("the motion", () => {
  const view = (board: object): TableView => ({ board }) as unknown as TableView;
  const covered = view({ phase: "covered", scores: null, dice: null });
  const look = view({ phase: "look", scores: [1], dice: [] });

  it("lifts the cup when a round is revealed, longer at the end", () => {
    expect(motion(covered, look)?.kind).toBe("reveal");
    const over = motion(covered, view({ phase: "over", scores: [1], dice: [] }));
    expect(over?.ms).toBeGreaterThan(motion(covered, look)?.ms ?? 0);
  });

  it("never keeps dice back that may be seen for a time only", () => {
    expect(motion(view({ phase: "cup", scores: null, dice: null }), view({ phase: "open", scores: null, dice: [] }))).toBeNull();
    expect(motion(view({ phase: "open", scores: null, dice: [] }), look)).toBeNull();
  });
});
