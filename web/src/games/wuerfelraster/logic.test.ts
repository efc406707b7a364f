import { describe, expect, it } from "vitest";
import { FIXTURES } from "../../../dev/fixtures";
import type { TableView } from "../../contracts";
import { boardOf, CELLS, classify, doubled, filledBy, LINES, moved, ON_DIAGONAL, parts, POINTS, times } from "./logic";

describe("a line", () => {
  it.each([
    [[7, 7, 7, 7, 7], "five"],
    [[3, 9, 3, 3, 3], "four"],
    [[4, 9, 4, 9, 9], "full_house"],
    [[5, 2, 5, 11, 5], "three"],
    [[8, 6, 8, 6, 2], "two_pairs"],
    [[12, 2, 4, 12, 9], "pair"],
    [[5, 7, 6, 9, 8], "straight"],
    [[6, 2, 5, 3, 4], "straight_without_7"],
    [[10, 12, 8, 11, 9], "straight_without_7"],
    [[2, 3, 4, 5, 7], "nothing"],
  ] as const)("of %j is %s", (sums, category) => {
    expect(classify(sums)).toBe(category);
  });

  it("is one of twelve, and every cell is in a row and a column", () => {
    expect(LINES).toHaveLength(12);
    for (let cell = 0; cell < CELLS; cell += 1) expect(LINES.slice(0, 10).filter((line) => line.includes(cell))).toHaveLength(2);
    expect(ON_DIAGONAL.size).toBe(9);
  });
});

describe("grids told by the house", () => {
  const views = Object.entries(FIXTURES).filter(([name]) => name.startsWith("wuerfelraster-"));

  it.each(views)("count as they do here (%s)", (_, view) => {
    for (const grid of boardOf(view).grids) {
      LINES.forEach((line, n) => {
        const sums = line.flatMap((cell) => grid.cells[cell] ?? []);
        const category = sums.length === 5 ? classify(sums) : null;
        expect(grid.points[n]).toBe(category && POINTS[category] * times(n, doubled(view)));
      });
      const { rows, columns, diagonals } = parts(grid);
      expect(rows + columns + diagonals).toBe(grid.total);
    }
  });

  it("were counted line by line in the end, as their event tells", () => {
    const view = FIXTURES["wuerfelraster-over"]!;
    const counted = view.events.find((event) => event.key === "wuerfelraster.counted");
    expect(counted?.params?.["points"]).toEqual(boardOf(view).grids.map((grid) => grid.points));
  });
});

describe("entering a sum", () => {
  it("tells every line it fills, doubled diagonals doubled", () => {
    const cells: (number | null)[] = Array<number | null>(CELLS).fill(null);
    for (const at of [1, 2, 3, 4]) cells[at] = 7;
    for (const at of [6, 12, 18]) cells[at] = 5;
    cells[24] = 6;
    expect(filledBy(cells, 0, 7, true)).toEqual([
      { line: 0, category: "five", points: 10 },
      { line: 10, category: "three", points: 6 },
    ]);
    expect(filledBy(cells, 0, 7, false)[1]?.points).toBe(3);
    expect(filledBy(cells, 7, 7, true)).toEqual([]);
  });
});

describe("arrow keys", () => {
  const all = new Set(Array.from({ length: CELLS }, (_, cell) => cell));

  it("lead to the neighbour, and stay at the edge", () => {
    expect(moved(all, 12, "ArrowUp")).toBe(7);
    expect(moved(all, 12, "ArrowRight")).toBe(13);
    expect(moved(all, 4, "ArrowRight")).toBe(4);
  });

  it("jump over what is taken, and bend where nothing is straight ahead", () => {
    expect(moved(new Set([0, 3]), 0, "ArrowRight")).toBe(3);
    expect(moved(new Set([0, 8]), 0, "ArrowRight")).toBe(8);
  });

  it("begin at the first free cell", () => {
    expect(moved(new Set([17, 5]), null, "ArrowDown")).toBe(5);
    expect(moved(new Set(), null, "ArrowDown")).toBeNull();
  });

  it("reach every free cell from every other, whatever is taken", () => {
    for (const free of [new Set([0, 24]), new Set([4, 20]), new Set([2, 10, 14, 22]), new Set([3, 4, 9, 21])]) {
      for (const from of free) {
        const reached = new Set([from]);
        for (const cell of reached) for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) reached.add(moved(free, cell, key) ?? cell);
        expect(reached).toEqual(free);
      }
    }
  });
});

describe("the motion", () => {
  it("is of views with a new throw only", async () => {
    const { motion } = await import("./motion");
    const event = { n: 8, key: "wuerfelraster.thrown", params: {} };
    const view = (n: number) => ({ n, events: [event] }) as unknown as TableView;
    expect(motion(view(7), view(8))?.kind).toBe("roll");
    expect(motion(view(8), view(9))).toBeNull();
  });
});
