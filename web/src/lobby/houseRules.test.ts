// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TableSettings } from "../contracts";
import { GAMES } from "../games";
import type { GameModule, HouseRule } from "../games/module";
import { language, t } from "../i18n/index.svelte";
import { clashOf, fitting, rulesFor, sentenceOf } from "../table/sentences";
import HouseRules from "./HouseRules.svelte";
import { optionsOf, valuesOf, type Schema } from "./schemas";

type Options = Record<string, unknown>;

let shown: ReturnType<typeof mount> | undefined;

beforeEach(() => language.set("de"));
afterEach(takeAway);

async function takeAway() {
  if (shown) await unmount(shown);
  shown = undefined;
}

/** What a host sees of a game whose options are these, and what the last hand on it made of the settings. */
function show(game: GameModule, options: Options, stake: TableSettings["stake"] = 0) {
  const set: TableSettings[] = [];
  const settings: TableSettings = { game: game.key, options, clock: 120, turbo: false, stake };
  shown = mount(HouseRules, { target: document.body, props: { game, settings, together: true, onchange: (next) => set.push(next) } });
  flushSync();
  return set;
}

const labelled = <Kind extends Element>(what: string, label: string) =>
  [...document.querySelectorAll<Kind & Element>(what)].find((each) => (each.getAttribute("aria-label") ?? each.textContent?.trim()) === label);

/** Types a text into the number field of a sentence and leaves it. */
function type(label: string, text: string) {
  const field = labelled<HTMLInputElement>("input", label);
  if (!field) throw new Error(`no number field for ${label}`);
  field.value = text;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
  return field;
}

/** Chooses a value on the screen, as its kind of rule is chosen. */
function choose(game: GameModule, rule: HouseRule, options: Options, value: unknown) {
  if (rule.kind === "switch") return labelled<HTMLElement>("[role=switch]", t(`${game.key}.house.${rule.option}`))?.click();
  const label = sentenceOf(game, rule, options);
  if (rule.kind === "number") return type(label, String(value));
  const at = rule.values.indexOf(value as never);
  labelled("[role=radiogroup]", label)?.querySelectorAll<HTMLElement>("[role=radio]")[at]?.click();
}

/** Options with another value of the rule, on a screen where the value may be chosen; undefined: there are none. */
function before(game: GameModule, rule: HouseRule, value: unknown): Options | undefined {
  const ends = (schema: Schema) => (schema.enum ? valuesOf(schema) : [schema.minimum, schema.maximum].filter((end) => end !== undefined));
  const every = valuesOf(optionsOf(game.key)[rule.option] as Schema);
  const others = [rule.fallback, every[0], every.at(-1)].filter((other) => other !== value);
  const beside: Options[] = [{}, ...Object.entries(optionsOf(game.key)).flatMap(([option, schema]) => ends(schema).map((each) => ({ [option]: each })))];
  const fits = (options: Options) => rulesFor(game, options).includes(rule) && clashOf(game, options) === null;
  return beside
    .flatMap((rest) => others.map((other): Options => ({ ...rest, [rule.option]: other })))
    .find((options) => fits(options) && fits({ ...options, [rule.option]: value }));
}

describe.each(GAMES)("the house rules of $key on the screen", (game) => {
  it.each(Object.entries(optionsOf(game.key)))("let the host choose every value of %s", async (option, schema) => {
    const rule = game.house.find((each) => each.option === option) as HouseRule;
    let screen: { options: Options; set: TableSettings[] } | undefined;
    for (const value of valuesOf(schema)) {
      const options = before(game, rule, value);
      if (!options) throw new Error(`${option} cannot become ${String(value)}`);
      if (JSON.stringify(screen?.options) !== JSON.stringify(options)) {
        await takeAway();
        screen = { options, set: show(game, options) };
      }
      choose(game, rule, options, value);
      expect(screen?.set.at(-1)?.options).toEqual(fitting(game, { ...options, [option]: value }));
    }
  });

  it.each(game.house.filter((rule) => rule.kind === "number"))("refuse in words what $option cannot be", (rule) => {
    const set = show(game, {});
    const label = sentenceOf(game, rule, {});
    for (const text of [String(rule.least - 1), String(rule.most + 1), "", "12,5", "viel"]) {
      const field = type(label, text);
      expect(document.querySelector("[role=alert]")?.textContent).toBe(
        `Nur ganze Zahlen von ${rule.least} bis ${rule.most}. Es bleibt bei ${rule.fallback}.`,
      );
      expect(field.getAttribute("aria-label")).toBe(label);
    }
    expect(set).toEqual([]);
  });
});

describe("a number of a house rule", () => {
  const game = GAMES.find(({ key }) => key === "mickey") as GameModule;
  const label = () => sentenceOf(game, game.house.find(({ option }) => option === "mickey") as HouseRule, { mickey: 99 });
  const step = (words: string) => labelled<HTMLButtonElement>("[role=group] button", words);

  it("goes up and down one by one, as far as the rule goes", async () => {
    const set = show(game, { mickey: 99 });
    step("Eins mehr")?.click();
    step("Eins weniger")?.click();
    labelled("input", label())?.dispatchEvent(new KeyboardEvent("keydown", { key: "PageUp", bubbles: true }));
    expect(set.map(({ options }) => options["mickey"])).toEqual([100, 98, 100]);
    await takeAway();
    show(game, { mickey: 100 });
    expect(step("Eins mehr")?.disabled).toBe(true);
    expect(step("Eins weniger")?.disabled).toBe(false);
  });

  it("has the usual ones one tap away, but for the one in force", () => {
    const poker = GAMES.find(({ key }) => key === "wuerfelpoker") as GameModule;
    const bonus = poker.house.find(({ option }) => option === "bonus");
    if (bonus?.kind !== "number") throw new Error("the bonus is no number");
    const others = bonus.usual.filter((each) => each !== 50);
    const set = show(poker, { bonus: 50 });
    for (const each of others) labelled<HTMLElement>(".usual button", sentenceOf(poker, bonus, { bonus: each }))?.click();
    expect(set.map(({ options }) => options["bonus"])).toEqual(others);
    expect(others.length).toBe(bonus.usual.length - 1);
    expect(labelled(".usual button", sentenceOf(poker, bonus, { bonus: 50 }))).toBeUndefined();
  });

  it("stands in the field as it is in force after a refusal", async () => {
    show(game, { mickey: 99 });
    const field = type(label(), "500");
    await vi.waitFor(() => expect(field.value).toBe("99"));
  });
});

describe("house rules that make no sense together", () => {
  const game = GAMES.find(({ key }) => key === "wuerfelpoker") as GameModule;
  const rule = (option: string) => game.house.find((each) => each.option === option) as HouseRule;

  it("are refused with the reason: a small straight above the large one", () => {
    const set = show(game, {});
    type(sentenceOf(game, rule("small_straight"), {}), "41");
    expect(set).toEqual([]);
    expect(document.querySelector("[role=alert]")?.textContent).toBe("Die kleine Straße darf nicht mehr bringen als die große. Ändere eine von beiden.");
    type(sentenceOf(game, rule("small_straight"), {}), "40");
    expect(set.at(-1)?.options).toEqual({ small_straight: 40 });
    expect(document.querySelector("[role=alert]")).toBeNull();
  });

  it("take away what depends on them: no threshold without a bonus", () => {
    const set = show(game, { bonus_from: 70 });
    type(sentenceOf(game, rule("bonus"), {}), "0");
    expect(set.at(-1)?.options).toEqual({ bonus: 0 });
    expect(rulesFor(game, { bonus: 0 })).not.toContain(rule("bonus_from"));
  });

  it("leave no clock with own dice", () => {
    const set = show(game, {});
    labelled<HTMLElement>("[role=switch]", t("wuerfelpoker.house.own_dice"))?.click();
    expect(set.at(-1)).toMatchObject({ options: { own_dice: true }, clock: null });
  });

  it("bring the clock back without own dice", () => {
    const set = show(game, { own_dice: true });
    labelled<HTMLElement>("[role=switch]", t("wuerfelpoker.house.own_dice"))?.click();
    expect(set.at(-1)).toMatchObject({ options: {}, clock: 120 });
  });

  it("leave no stake with own dice", () => {
    const set = show(game, {}, 10);
    labelled<HTMLElement>("[role=switch]", t("wuerfelpoker.house.own_dice"))?.click();
    expect(set.at(-1)).toMatchObject({ options: { own_dice: true }, stake: 0 });
  });

  it("offer no stake with own dice", () => {
    show(game, { own_dice: true });
    expect([...(labelled("[role=radiogroup]", "Einsatz")?.querySelectorAll("button") ?? [])].map((each) => each.textContent)).toEqual(["keiner"]);
  });
});
