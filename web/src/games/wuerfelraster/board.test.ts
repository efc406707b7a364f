// @vitest-environment jsdom
import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";
import { fixture, show } from "../../table/shown";
import { boardOf, LINES, parts } from "./logic";
import { event } from "./words";

const free = () => [...document.querySelectorAll<HTMLButtonElement>("[data-cell]")];
const put = () => document.querySelector<HTMLButtonElement>(".actions .btn.primary");
const press = (key: string) => {
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
};

describe("the own grid", () => {
  it("lets every free cell be tapped and no other", () => {
    const { view } = show(fixture("wuerfelraster-enter"));
    const cells = boardOf(view).grids[0]!.cells;
    expect(free().map((cell) => Number(cell.dataset["cell"]))).toEqual(cells.flatMap((sum, cell) => (sum === null ? [cell] : [])));
  });

  it("shows at the first tap what the sum would fill, and enters it by the button", () => {
    const { view, sent } = show(fixture("wuerfelraster-last"));
    expect(put()?.disabled).toBe(true);
    free()[0]?.click();
    flushSync();
    expect(sent).toEqual([]);
    const cell = Number(free()[0]?.dataset["cell"]);
    expect(document.querySelectorAll(".worth.next")).toHaveLength(LINES.filter((line) => line.includes(cell)).length);
    expect(free()[0]?.textContent).toBe(String(boardOf(view).sum));
    put()?.click();
    expect(sent).toEqual([{ kind: "enter", cell }]);
  });

  it("enters by a second tap", () => {
    const { sent } = show(fixture("wuerfelraster-enter"));
    free()[2]?.click();
    flushSync();
    free()[2]?.click();
    expect(sent).toEqual([{ kind: "enter", cell: Number(free()[2]?.dataset["cell"]) }]);
  });

  it("is played by arrows and Enter", () => {
    const { sent } = show(fixture("wuerfelraster-enter"));
    press("ArrowRight");
    const first = Number(free()[0]?.dataset["cell"]);
    expect(document.activeElement).toBe(free()[0]);
    press("ArrowDown");
    const next = Number((document.activeElement as HTMLElement).dataset["cell"]);
    expect(Math.floor(next / 5)).toBeGreaterThan(Math.floor(first / 5));
    put()?.click();
    expect(sent).toEqual([{ kind: "enter", cell: next }]);
  });
});

describe("the others' grids", () => {
  it("lie small at their seats, and one of them large after a tap", () => {
    const { view } = show(fixture("wuerfelraster-six"));
    const minis = document.querySelectorAll<HTMLButtonElement>(".mini .cells");
    expect(minis).toHaveLength(5);
    minis[2]?.click();
    flushSync();
    const large = [...document.querySelectorAll(".middle .tile")].map((tile) => Number(tile.textContent));
    expect(large).toEqual(boardOf(view).grids[3]!.cells.filter((sum) => sum !== null));
    expect(free()).toEqual([]);
  });
});

describe("the end table", () => {
  it("shows how each grid was counted", () => {
    const { view } = show(fixture("wuerfelraster-over"));
    const text = () => document.querySelector(".final dl")?.textContent ?? "";
    const sum = (seat: number) => boardOf(view).grids[seat]!.points.slice(0, 5).join("+");
    expect(text()).toContain(sum(0));
    const row = [...document.querySelectorAll<HTMLButtonElement>(".final li button")].find((each) => each.textContent?.includes(view.seats[1]!.name));
    row?.click();
    flushSync();
    expect(text()).toContain(sum(1));
  });

  it("tells in the history what everybody’s lines brought", () => {
    const { view, reading } = show(fixture("wuerfelraster-over"));
    const told = event(view.events.find(({ key }) => key === "wuerfelraster.counted")!, reading, view);
    for (const grid of boardOf(view).grids) {
      const { rows, columns, diagonals } = parts(grid);
      expect(told).toContain(`Zeilen ${rows}, Spalten ${columns}, Diagonalen ${diagonals} – zusammen ${grid.total}.`);
    }
  });
});
