import type { GameModule, HouseRule } from "../games/module";
import { has, t } from "../i18n/index.svelte";

type Options = Record<string, unknown>;

/** The value a house rule has among options that may leave it out. */
export function valueOf(rule: HouseRule, options: Options): boolean | number {
  return (options[rule.option] as boolean | number | undefined) ?? rule.fallback;
}

/** The sentence of a house rule, with the chosen number in it. */
export function sentenceOf(game: GameModule, rule: HouseRule, options: Options): string {
  const choice = valueOf(rule, options);
  const key = `${game.key}.house.${rule.option}`;
  return typeof choice === "number" && has(`${key}_one`) ? t(key, { choice, count: choice }) : t(key, { choice });
}

/** All house rules of a table as sentences; those that are off are said to be off. */
export function houseSentences(game: GameModule, options: Options): { sentence: string; on: boolean }[] {
  return game.house.map((rule) => ({ sentence: sentenceOf(game, rule, options), on: valueOf(rule, options) !== false }));
}
