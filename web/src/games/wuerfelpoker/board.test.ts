// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { boardOf } from "../../parts/sheet/logic";
import { fixture, show } from "../../table/shown";

function open(name: string) {
  const view = fixture(name);
  return { ...show(view), board: boardOf(view) };
}

describe("the sheet of Würfelpoker", () => {
  it("offers every cell that may be filled, with what the dice bring there", () => {
    const { board } = open("wuerfelpoker-second");
    const offered = [...document.querySelectorAll(".sheet button")].map((cell) => Number(/\d+/.exec(cell.getAttribute("aria-label") ?? "")?.[0]));
    expect(offered).toEqual(board.worth?.filter((points) => points !== null));
  });

  it("writes where the dice bring something, and strikes elsewhere", () => {
    const { sent, board, press } = open("wuerfelpoker-second");
    const worth = board.worth?.findIndex((points) => (points ?? 0) > 0) ?? -1;
    press(new RegExp(`: ${board.worth?.[worth]}$`));
    press(/eintragen/);
    press(/, streichen$/);
    press(/^Streichen/);
    expect(sent).toEqual([
      { kind: "write", field: worth },
      { kind: "strike", field: board.worth?.indexOf(0) },
    ]);
  });

  it("throws again what is not kept, as it is chosen by tap or by number key", () => {
    const { sent, board, press, key } = open("wuerfelpoker-second");
    const free = [0, 1, 2, 3, 4].filter((place) => !board.kept.includes(place));
    key(String((free[0] ?? 0) + 1));
    key(String((board.kept[0] ?? 0) + 1));
    press(/neu/);
    expect(sent).toEqual([{ kind: "keep", dice: [...board.kept.slice(1), free[0]].sort() }]);
  });

  it("lets a field be announced that all will play", () => {
    const { sent, board, press } = open("wuerfelpoker-announce");
    press(/ ansagen$/);
    press(/^Ansagen/);
    expect(sent).toEqual([{ kind: "announce", field: board.sheets[0]?.cells.indexOf(null) }]);
  });

  it("sends real dice as typed, and takes a slip back", () => {
    const { sent, press, key } = open("wuerfelpoker-own");
    for (const face of [6, 2]) press(new RegExp(`^Eine ${face}$`));
    key("Backspace");
    for (const face of ["5", "2", "5", "1"]) key(face);
    press(/^Stimmt so/);
    expect(sent).toEqual([{ kind: "typed", dice: [1, 3, 7, 8, 10] }]);
  });

  it("shows everybody’s points", () => {
    const { board } = open("wuerfelpoker-six");
    const written = [...document.querySelectorAll(".sheet .entry .cell")].map((cell) => cell.textContent?.trim()).filter((words) => words && words !== "–");
    expect(written).toHaveLength(board.sheets.flatMap((sheet) => sheet.cells.filter((points) => points !== null)).length + (board.worth ?? []).filter(Boolean).length);
  });
});
