// @vitest-environment jsdom
import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { fixture as told, show, take } from "../../table/shown";
import { boardOf, liftedBetween } from "./logic";
import { HUSH, motion, PER_CUP } from "./motion";
import { verdict } from "./words";

const fixture = (name: string) => told(`schocken-${name}`);
const rail = () => [...document.querySelectorAll(".rail .die")].map((die) => die.getAttribute("aria-label"));

describe("the tray", () => {
  it("lays out a die by a tap and throws on with the others", () => {
    const view = fixture("six");
    const free = boardOf(view).hands[0]?.free ?? [];
    const { press, sent } = show(view);
    press(new RegExp(`^Würfel ${String(free[2])} rauslegen$`));
    expect(rail()).toEqual([`Würfel: ${String(free[2])}`]);
    press(/^\s*Weiterwürfeln/);
    expect(sent).toEqual([{ kind: "roll", keep: [free[2]] }]);
  });

  it("does the same by keys, and takes all back", () => {
    const view = fixture("six");
    const free = boardOf(view).hands[0]?.free ?? [];
    const { key, sent } = show(view);
    key(String(free[0]));
    key("Escape");
    expect(rail()).toEqual([]);
    key(String(free[0]));
    key("r");
    expect(sent).toEqual([{ kind: "roll", keep: [free[0]] }]);
  });

  it("throws nothing once everything lies on the rail", () => {
    const view = fixture("six");
    const { key, sent, button } = show(view);
    for (const face of boardOf(view).hands[0]?.free ?? []) key(String(face));
    expect(button(/^\s*Weiterwürfeln/).disabled).toBe(true);
    key("f");
    expect(sent).toEqual([{ kind: "done" }]);
  });

  it("turns two sixes into a one that lies", () => {
    const { press, sent } = show(fixture("turn"));
    press(/Sechsen drehen/);
    expect(rail()).toEqual(["Würfel: 1"]);
    press(/^\s*Weiterwürfeln/);
    expect(sent).toEqual([{ kind: "turn", keep: [] }]);
  });

  it("turns the sixes back before anything is thrown", () => {
    const { press } = show(fixture("turn"));
    press(/Sechsen drehen/);
    press(/Zurückdrehen/);
    expect(rail()).toEqual([]);
  });

  it("turns a six that lies", () => {
    const view = fixture("turn-laid");
    const { press, sent } = show(view);
    press(/Mit liegender Sechs/);
    press(/^\s*Weiterwürfeln/);
    expect(sent).toEqual([{ kind: "turn_laid", keep: [] }]);
  });
});

describe("hidden until the end", () => {
  it("shows the others' throws and what they laid out, and no more", () => {
    const view = fixture("hidden");
    const { text } = show(view);
    const board = boardOf(view);
    for (const [seat, hand] of board.hands.entries()) {
      if (seat === 0 || !hand) continue;
      const strip = [...document.querySelectorAll(".rim .strip")][seat - 1];
      const words = strip?.querySelector(".dice")?.getAttribute("aria-label");
      expect(words).toBe([...hand.laid.map(String), ...Array(3 - hand.laid.length).fill("verdeckt")].join(" "));
      expect(strip?.textContent).toContain(`${hand.throws} W`);
    }
    expect(text()).toContain("Nur du siehst das.");
  });

  it("shows a cup while somebody else throws", () => {
    show(fixture("hidden-wait"));
    expect(document.querySelector(".tray .throw .die")).toBeNull();
    expect(document.querySelector(".pub .cup.covered")).not.toBeNull();
  });
});

describe("lifting the cups", () => {
  it("goes cup by cup after a hush, and only then says who is worst", () => {
    vi.useFakeTimers();
    const to = fixture("hidden-look");
    const at = to.events.find((event) => event.key === "schocken.lifted")?.n ?? 0;
    const from = { ...fixture("hidden-wait"), n: at - 1 };
    const cups = liftedBetween(from, to);
    expect(cups.length).toBeGreaterThan(1);
    const { table } = show(from, motion);
    take(table, to);
    const dice = () => document.querySelectorAll(".cups .die").length;
    expect(document.querySelectorAll(".cups .spot")).toHaveLength(cups.length);
    expect(dice()).toBe(0);
    vi.advanceTimersByTime(HUSH + 10);
    flushSync();
    expect(dice()).toBe(3);
    vi.advanceTimersByTime(PER_CUP);
    flushSync();
    expect(dice()).toBe(6);
    expect(document.querySelector(".verdict")).toBeNull();
    table.stage.skip();
    flushSync();
    expect(document.querySelector(".verdict")).not.toBeNull();
  });
});

describe("the verdict", () => {
  const words = (name: string) => {
    const view = fixture(name);
    const { reading } = show(view);
    const { scored, half } = boardOf(view);
    if (!scored) throw new Error(`${name} is not scored`);
    return { ...verdict(scored, half, reading), scored };
  };

  it("says how many come from the pile, and why so many", () => {
    const { cost, scored } = words("look-throws");
    expect(scored).toMatchObject({ source: "pile", dealt: 1, kind: "number" });
    expect(cost).toBe("Du bekommst einen Deckel vom Stapel, so viel ist eine Zahl wert.");
  });

  it("says what told the worst from equal dice", () => {
    expect(words("look-throws").worstBy).toBe("Gleiche Würfel, aber mehr Würfe");
  });

  it("says when the pile holds less than the best is worth", () => {
    const { cost, scored } = words("look");
    expect(scored.dealt).toBeLessThan(scored.value ?? 0);
    expect(cost).toContain(`die letzten ${String(scored.dealt)} Deckel vom Stapel`);
  });

  it("says that the best gives, and who is out", () => {
    const { cost, then, scored } = words("look-best");
    expect(cost).toMatch(/^Der Stapel ist leer: Otto gibt dir seinen einzigen Deckel/);
    expect(then).toHaveLength(scored.out.length);
  });

  it("says what a Schock aus costs by the house rule in force", () => {
    expect(words("look-half").cost).toMatch(/^Schock aus: .* sofort die erste Hälfte\.$/);
    const all = words("all");
    expect(all.cost).toMatch(/^Schock aus: .* alle Deckel/);
    expect(all.then[0]).toMatch(/damit die (erste|zweite) Hälfte|damit das Finale/);
  });

  it("marks best and worst where they sit, not by colour alone", () => {
    const view = fixture("look");
    show(view);
    expect(document.querySelector(".strip.best")?.textContent).toContain("Bester");
    expect(document.querySelector(".strip.worst")?.textContent).toContain("Schlechtester");
  });
});
