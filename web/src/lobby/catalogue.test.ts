// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { GAMES } from "../games";

const REPO = join(process.cwd(), "..");
/** Options that no host sets. */
const BY_THE_HOUSE = ["day"];

interface Option {
  default: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
}

const optionsOf = (key: string): Record<string, Option> =>
  (JSON.parse(readFileSync(join(REPO, `generated/schemas/${key}.options.json`), "utf8")) as { properties?: Record<string, Option> }).properties ?? {};

const allows = ({ enum: values, minimum = -Infinity, maximum = Infinity }: Option, value: unknown) =>
  values?.includes(value) ?? (typeof value === "number" && value >= minimum && value <= maximum);

it.each(GAMES)("offers the house rules that $key has, with their defaults", (game) => {
  const options = optionsOf(game.key);
  expect(game.house.map((rule) => rule.option).sort()).toEqual(Object.keys(options).filter((name) => !BY_THE_HOUSE.includes(name)).sort());
  for (const rule of game.house) {
    expect([rule.option, rule.fallback]).toEqual([rule.option, options[rule.option]?.default]);
    if (rule.kind === "choice") expect(rule.values.filter((value) => !allows(options[rule.option] as Option, value))).toEqual([]);
  }
});

it.each(GAMES)("seats as many at $key as its rules do", (game) => {
  const folder = join(REPO, "libs/games/src/dicearena_games");
  const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".py"))
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
  const module = texts.find(({ text }) => new RegExp(`^KEY: GameKey = GameKey\\.${game.key.toUpperCase()}$`, "m").test(text));
  const seats = /^SEATS: .* = (flow\.SEATS|\(\d, \d\))$/m.exec(module?.text ?? "")?.[1];
  const own = seats === "flow.SEATS" ? /^SEATS: Final = (\(\d, \d\))$/m.exec(texts.find(({ name }) => name.endsWith("sheets/flow.py"))?.text ?? "")?.[1] : seats;
  expect(own).toBe(`(${game.seats.join(", ")})`);
  expect(game.solo).toBe(game.seats[0] === 1);
});
