// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { GAMES } from "../games";
import { optionsOf, valuesOf, type Schema } from "./schemas";

const REPO = join(process.cwd(), "..");
it.each(GAMES)("offers every value of every house rule that $key has, with their defaults", (game) => {
  const options = optionsOf(game.key);
  expect(game.house.map((rule) => rule.option).sort()).toEqual(Object.keys(options).sort());
  for (const rule of game.house) {
    const schema = options[rule.option] as Schema;
    expect([rule.option, rule.fallback]).toEqual([rule.option, schema.default]);
    if (rule.kind === "choice") expect([...rule.values].sort()).toEqual([...valuesOf(schema)].sort());
    if (rule.kind === "number") {
      expect([rule.least, rule.most]).toEqual([schema.minimum, schema.maximum]);
      expect(valuesOf(schema)).toEqual(expect.arrayContaining([...rule.usual, rule.fallback]));
    }
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
