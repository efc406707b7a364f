import { errorsDe } from "./errors.de";
import { errorsEn } from "./errors.en";
import { houseDe } from "./house.de";
import { houseEn } from "./house.en";

type Words = Record<string, string>;
type Files = Record<string, Record<string, unknown>>;

/** What files of words export, but for functions that make some. */
const all = (files: Files): Words =>
  Object.assign({}, ...Object.values(files).flatMap((file) => Object.values(file)).filter((words) => typeof words === "object"));

/**
 * All words by key: the house's, and what the `words.de.ts` and `words.en.ts` of the games and of the parts that games share
 * export. Keys of events and refusals are those of the house.
 */
export const de: Words = {
  ...houseDe,
  ...errorsDe,
  ...all(import.meta.glob<Record<string, unknown>>(["../games/*/words.de.ts", "../parts/*/words.de.ts"], { eager: true })),
};
export const en: Words = {
  ...houseEn,
  ...errorsEn,
  ...all(import.meta.glob<Record<string, unknown>>(["../games/*/words.en.ts", "../parts/*/words.en.ts"], { eager: true })),
};
