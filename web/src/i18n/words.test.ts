// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GAMES } from "../games";
import { has, language, refusal, t } from "./index.svelte";
import { de, en } from "./words";

const REPO = join(process.cwd(), "..");

function sources(folder: string, ending: string): string[] {
  return readdirSync(join(REPO, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending) && !name.includes("node_modules") && !name.includes(".test."))
    .map((name) => readFileSync(join(REPO, folder, name), "utf8"));
}

const all = (texts: string[], pattern: RegExp) =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? "")))].sort();

const missing = (keys: string[]) => keys.filter((key) => !has(key) && !has(`${key}_other`));
const placeholders = (text: string) => all([text], /\{\{(\w+)\}\}/g);

describe("both languages", () => {
  it("have the same keys", () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(de).sort());
  });

  it("speak of the same things under each key", () => {
    const different = Object.keys(de).filter((key) => {
      const other = placeholders(en[key] ?? "");
      return placeholders(de[key] ?? "").some((name) => name !== "count" && !other.includes(name));
    });
    expect(different).toEqual([]);
  });

  it("leave no key without words", () => {
    expect(Object.entries({ ...de, ...en }).filter(([, words]) => !words.trim())).toEqual([]);
  });
});

describe("what the house says by key", () => {
  const games = sources("libs/games/src", ".py");
  /** What the keys of a module begin with: said below its REFUSALS; sheet games share theirs. */
  const prefixes = (text: string) => [...all([text], /text key is ``(\w+)\.refused\./g), ...(/^REFUSALS: .*\bflow\.REFUSALS/m.test(text) ? ["sheet"] : [])];
  /** The rules of the games this client shows, and what games of a family share, each with what its keys begin with. */
  const modules = ["bluff", "pub", "pushluck", "boards", "sheets"].flatMap((family) => {
    const texts = sources(`libs/games/src/dicearena_games/${family}`, ".py");
    const keyOf = (text: string) => /^KEY: GameKey = GameKey\.(\w+)/m.exec(text)?.[1]?.toLowerCase();
    const shown = (text: string) => GAMES.some((game) => game.key === keyOf(text));
    if (!texts.some(shown)) return [];
    return texts
      .filter((text) => shown(text) || keyOf(text) === undefined)
      .flatMap((text) => prefixes(text).map((prefix) => ({ prefix, text })));
  });
  const services = [...sources("services", ".py"), ...games];

  it("knows of every shown game what its keys begin with", () => {
    const named = (key: string) => new RegExp(`^KEY: GameKey = GameKey\\.${key.toUpperCase()}$`, "m");
    const own = games.filter((text) => GAMES.some((game) => named(game.key).test(text)));
    expect(own.length).toBe(GAMES.length);
    expect(own.filter((text) => prefixes(text).length === 0).map((text) => text.slice(0, 60))).toEqual([]);
  });

  it("has words for every event of the games and of the table", () => {
    const said = ["table", ...modules.map(({ prefix }) => prefix)];
    const keys = all(games, /Event\(\s*"(\w+\.\w+)"/g).filter((key) => said.includes(key.split(".")[0] ?? ""));
    expect(keys.length).toBeGreaterThan(15);
    expect(missing(keys)).toEqual([]);
  });

  it("has words for every refusal of the games", () => {
    const keys = modules.flatMap(({ text, prefix }) => {
      const list = /REFUSALS: Final = \(([^)]*)\)/.exec(text)?.[1] ?? "";
      return all([list], /"(\w+)"/g).map((why) => `${prefix}.refused.${why}`);
    });
    expect(keys.length).toBeGreaterThan(20);
    expect(missing(keys)).toEqual([]);
  });

  it("has words for every rare throw and best value", () => {
    const rare = all(games, /rare=tuple\(\{"(\w+)"/g).map((key) => `lobby.rare.${key}`);
    const best = all(games, /"((?:box_low|day_low|zehntausend_turn)\w*)"/g).map((key) => `lobby.best.${key}`);
    expect(rare.length).toBeGreaterThan(1);
    expect(best.length).toBeGreaterThan(2);
    expect(missing([...rare, ...best])).toEqual([]);
  });

  it("has words for every refusal of the services", () => {
    const whole = all(services, /"((?:error|lobby\.refused|stats\.refused|dice\.refused)\.\w+)"/g);
    const lobby = all(sources("services/lobby", ".py"), /\brefused\("(\w+)"/g).map((why) => `lobby.refused.${why}`);
    const codes = all([readFileSync(join(REPO, "libs/contracts/src/dicearena_contracts/errors.py"), "utf8")], /^ {4}[A-Z_]+ = "(\w+)"/gm);
    expect(whole.length).toBeGreaterThan(20);
    expect(lobby.length).toBeGreaterThan(10);
    expect(missing([...whole, ...lobby, ...codes.map((code) => `error.${code}`)])).toEqual([]);
  });
});

describe("what the client asks for by key", () => {
  it("has words for every key written out in the source", () => {
    const texts = [...sources("web/src", ".svelte"), ...sources("web/src", ".ts")];
    const keys = all(texts, /\bt\(\s*"([\w.]+)"/g);
    expect(keys.length).toBeGreaterThan(100);
    expect(missing(keys)).toEqual([]);
  });

  it.each(GAMES)("has the words that every game needs: $key", (game) => {
    const rules = game.house.map((rule) => `house.${rule.option}`);
    const values = game.house.flatMap((rule) => (rule.kind === "choice" ? rule.values.filter((value) => typeof value === "string").map((value) => `house.${rule.option}.${value}`) : []));
    const keys = ["name", "teaser", "keys", "score", ...(game.rules ? [] : ["rules"]), ...rules, ...values];
    expect(missing(keys.map((key) => `${game.key}.${key}`))).toEqual([]);
  });

  it("shows no key, ever", () => {
    expect(t("no.such.key")).toBe("");
  });
});

describe("refusals", () => {
  it("say it in their own words, with their parameters", () => {
    language.set("de");
    expect(refusal({ code: "illegal", key: "maexchen.refused.too_low", params: { claim: 63 } })).toContain("63");
  });

  it("fall back to their kind, and then to a general sentence", () => {
    language.set("en");
    expect(refusal({ code: "not_your_turn", key: "future.refused.thing", params: {} })).toBe(en["error.not_your_turn"]);
    expect(refusal({ code: "brand_new" as "internal", key: "x.y", params: {} })).toBe(en["error.internal"]);
    language.set("de");
  });
});
