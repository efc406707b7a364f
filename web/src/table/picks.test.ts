// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TableView as View } from "../contracts";
import { language } from "../i18n/index.svelte";
import { TableState } from "../state/table.svelte";
import { Reading } from "./reading.svelte";
import TableView from "./TableView.svelte";

const FIXTURES = import.meta.glob<View>("../../fixtures/*.json", { eager: true, import: "default" });

let shown: ReturnType<typeof mount> | undefined;
beforeEach(() => language.set("de"));
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
});

function show(name: string) {
  const view = FIXTURES[`../../fixtures/${name}.json`];
  if (!view) throw new Error(`no fixture ${name}`);
  const table = new TableState(view.table, { resync: () => undefined, still: () => true, direct: () => null });
  table.takeView(view);
  shown = mount(TableView, { target: document.body, props: { table, reading: new Reading(table, () => Promise.resolve(true)) } });
  flushSync();
  const find = (name: RegExp) =>
    [...document.querySelectorAll("button")].filter((each) => name.test(each.getAttribute("aria-label") ?? each.textContent ?? ""));
  return {
    find,
    press(name: RegExp) {
      const [button] = find(name);
      if (!button) throw new Error(`no button ${String(name)}`);
      button.click();
      flushSync();
    },
    /** Somebody else does something that leaves the reader's decision as it is. */
    others() {
      table.takeView({ ...structuredClone(view), n: view.n + 1, events: [] });
      flushSync();
    },
  };
}

describe("What was picked stays while others move", () => {
  it("a die laid out in Zehntausend", () => {
    const { find, press, others } = show("zehntausend-take");
    press(/rauslegen$/);
    const back = find(/zurück/i).length;
    expect(back).toBeGreaterThan(0);
    others();
    expect(find(/zurück/i)).toHaveLength(back);
  });

  it("a way looked at in Gipfelsturm", () => {
    const { press, others } = show("gipfelsturm-go");
    press(/danach Niete/);
    expect(document.body.textContent).toContain("Noch einmal tippen");
    others();
    expect(document.body.textContent).toContain("Noch einmal tippen");
  });

  it("another's grid looked at in Würfelraster", () => {
    const { find, press, others } = show("wuerfelraster-six");
    press(/^Raster von .* ansehen$/);
    expect(find(/^Zurück zu deinem Raster/)).toHaveLength(1);
    others();
    expect(find(/^Zurück zu deinem Raster/)).toHaveLength(1);
  });

  it("a bid in Bluff", () => {
    const { find, press, others } = show("bluff-bid");
    const before = find(/bieten$/)[0]?.textContent;
    press(/^Mehr/);
    const after = find(/bieten$/)[0]?.textContent;
    expect(after).not.toBe(before);
    others();
    expect(find(/bieten$/)[0]?.textContent).toBe(after);
  });
});
