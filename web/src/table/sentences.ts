import type { Chosen, GameModule, HouseRule } from "../games/module";
import { has, number, t } from "../i18n/index.svelte";

type Options = Record<string, unknown>;

/** The value a house rule has among options that may leave it out. */
export function valueOf(rule: HouseRule, options: Options): boolean | Chosen {
  return (options[rule.option] as boolean | Chosen | undefined) ?? rule.fallback;
}

/** A value of a choice as it stands in its sentence: its own words where it has some, else the number. */
export function choiceWords(game: GameModule, rule: HouseRule, value: Chosen): string {
  const key = `${game.key}.house.${rule.option}.${value}`;
  return has(key) ? t(key) : typeof value === "number" ? number(value) : value;
}

/** The sentence of a house rule, with what was chosen in it. */
export function sentenceOf(game: GameModule, rule: HouseRule, options: Options): string {
  const choice = valueOf(rule, options);
  const key = `${game.key}.house.${rule.option}`;
  if (typeof choice === "boolean") return t(key);
  const words = { choice: choiceWords(game, rule, choice) };
  return typeof choice === "number" && has(`${key}_one`) ? t(key, { ...words, count: choice }) : t(key, words);
}

/** Options with all that were left out. */
const filled = (game: GameModule, options: Options): Options => ({
  ...Object.fromEntries(game.house.map((rule) => [rule.option, rule.fallback])),
  ...options,
});

/** The house rules that make sense with what is chosen. */
export function rulesFor(game: GameModule, options: Options): HouseRule[] {
  const all = filled(game, options);
  return game.house.filter((rule) => rule.when?.(all) ?? true);
}

/** The key of why options make no sense together; null: they do. */
export const clashOf = (game: GameModule, options: Options): string | null => game.clash?.(filled(game, options)) ?? null;

/** Options without those that make no sense any more. */
export function fitting(game: GameModule, options: Options): Options {
  const kept = rulesFor(game, options);
  const gone = game.house.filter((rule) => !kept.includes(rule)).map((rule) => rule.option);
  return Object.fromEntries(Object.entries(options).filter(([option]) => !gone.includes(option)));
}

/** The house rules of a table as sentences; those that are off are said to be off. */
export function houseSentences(game: GameModule, options: Options): { sentence: string; on: boolean }[] {
  return rulesFor(game, options).map((rule) => ({ sentence: sentenceOf(game, rule, options), on: valueOf(rule, options) !== false }));
}
