// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FIXTURES } from "../../../dev/fixtures";
import type { WuerfelpokerBoard } from "../../contracts";
import { language } from "../../i18n/index.svelte";
import { TableState } from "../../state/table.svelte";
import { Reading, type Action } from "../../table/reading.svelte";
import TableView from "../../table/TableView.svelte";

beforeEach(() => language.set("de"));
let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

function show(name: string): { sent: Action[]; board: WuerfelpokerBoard; press: (name: RegExp) => void; key: (key: string) => void } {
  const view = FIXTURES[name];
  if (!view) throw new Error(`no fixture ${name}`);
  const sent: Action[] = [];
  const table = new TableState(view.table, { resync: () => undefined, still: () => true, direct: () => null });
  table.takeView(view);
  const reading = new Reading(table, (_to, action) => {
    sent.push(action);
    return Promise.resolve(true);
  });
  shown = mount(TableView, { target: document.body, props: { table, reading } });
  flushSync();
  const press = (words: RegExp) => {
    const found = [...document.querySelectorAll("button")].find((each) => words.test(each.getAttribute("aria-label") ?? each.textContent ?? ""));
    if (!found || found.disabled) throw new Error(`no button ${String(words)}`);
    found.click();
    flushSync();
  };
  const key = (pressed: string) => {
    dispatchEvent(new KeyboardEvent("keydown", { key: pressed }));
    flushSync();
  };
  return { sent, board: view.board as unknown as WuerfelpokerBoard, press, key };
}

describe("the sheet of Würfelpoker", () => {
  it("offers every cell that may be filled, with what the dice bring there", () => {
    const { board } = show("wuerfelpoker-second");
    const offered = [...document.querySelectorAll(".sheet button")].map((cell) => Number(/\d+/.exec(cell.getAttribute("aria-label") ?? "")?.[0]));
    expect(offered).toEqual(board.worth?.filter((points) => points !== null));
  });

  it("writes where the dice bring something, and strikes elsewhere", () => {
    const { sent, board, press } = show("wuerfelpoker-second");
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
    const { sent, board, press, key } = show("wuerfelpoker-second");
    const free = [0, 1, 2, 3, 4].filter((place) => !board.kept.includes(place));
    key(String((free[0] ?? 0) + 1));
    key(String((board.kept[0] ?? 0) + 1));
    press(/neu/);
    expect(sent).toEqual([{ kind: "keep", dice: [...board.kept.slice(1), free[0]].sort() }]);
  });

  it("lets a field be announced that all will play", () => {
    const { sent, board, press } = show("wuerfelpoker-announce");
    press(/ ansagen$/);
    press(/^Ansagen/);
    expect(sent).toEqual([{ kind: "announce", field: board.sheets[0]?.cells.indexOf(null) }]);
  });

  it("sends real dice as typed, and takes a slip back", () => {
    const { sent, press, key } = show("wuerfelpoker-own");
    for (const face of [6, 2]) press(new RegExp(`^Eine ${face}$`));
    key("Backspace");
    for (const face of ["5", "2", "5", "1"]) key(face);
    press(/^Stimmt so/);
    expect(sent).toEqual([{ kind: "typed", dice: [1, 3, 7, 8, 10] }]);
  });

  it("shows everybody’s points", () => {
    const { board } = show("wuerfelpoker-six");
    const written = [...document.querySelectorAll(".sheet .entry .cell")].map((cell) => cell.textContent?.trim()).filter((words) => words && words !== "–");
    expect(written).toHaveLength(board.sheets.flatMap((sheet) => sheet.cells.filter((points) => points !== null)).length + (board.worth ?? []).filter(Boolean).length);
  });
});
