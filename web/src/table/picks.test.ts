// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { fixture, show, take } from "./shown";

function open(name: string) {
  const view = fixture(name);
  const { table, buttons, press } = show(view);
  /** Somebody else does something that leaves the reader's decision as it is. */
  const others = () => take(table, { ...structuredClone(view), n: view.n + 1, events: [] });
  return { buttons, press, others };
}

describe("What was picked stays while others move", () => {
  it("a die laid out in Zehntausend", () => {
    const { buttons, press, others } = open("zehntausend-take");
    press(/rauslegen$/);
    const back = buttons(/zurück/i).length;
    expect(back).toBeGreaterThan(0);
    others();
    expect(buttons(/zurück/i)).toHaveLength(back);
  });

  it("a way looked at in Gipfelsturm", () => {
    const { press, others } = open("gipfelsturm-go");
    press(/danach Niete/);
    expect(document.body.textContent).toContain("Noch einmal tippen");
    others();
    expect(document.body.textContent).toContain("Noch einmal tippen");
  });

  it("another's grid looked at in Würfelraster", () => {
    const { buttons, press, others } = open("wuerfelraster-six");
    press(/^Raster von .* ansehen$/);
    expect(buttons(/^Zurück zu deinem Raster/)).toHaveLength(1);
    others();
    expect(buttons(/^Zurück zu deinem Raster/)).toHaveLength(1);
  });

  it("a bid in Bluff", () => {
    const { buttons, press, others } = open("bluff-bid");
    const before = buttons(/bieten$/)[0]?.textContent;
    press(/^Mehr/);
    const after = buttons(/bieten$/)[0]?.textContent;
    expect(after).not.toBe(before);
    others();
    expect(buttons(/bieten$/)[0]?.textContent).toBe(after);
  });
});
