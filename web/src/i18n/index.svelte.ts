import i18next from "i18next";
import type { WireError } from "../contracts";
import { prefs } from "../state/prefs.svelte";
import { de, en } from "./words";

export type Params = Record<string, unknown>;

const instance = i18next.createInstance();
void instance.init({
  lng: prefs.locale,
  fallbackLng: "de",
  initAsync: false,
  // Keys hold dots (they come from the house as they are), so nothing is nested.
  keySeparator: false,
  nsSeparator: false,
  resources: { de: { translation: de }, en: { translation: en } },
  interpolation: { escapeValue: false },
  parseMissingKeyHandler: () => "",
});

let locale = $state<"de" | "en">(prefs.locale);

/** The words for a key in the reader's language; "" where there are none, so that no key is ever shown. */
export function t(key: string, params: Params = {}): string {
  return instance.t(key, { lng: locale, ...params });
}

/** Whether there are words for a key. */
export function has(key: string): boolean {
  return instance.exists(key);
}

export const language = {
  get now(): "de" | "en" {
    return locale;
  },
  set(next: "de" | "en"): void {
    locale = next;
    document.documentElement.lang = next;
    prefs.set({ locale: next });
  },
};

/** What to tell the reader about a refusal: its own words, or those of its kind, or at least what to do. */
export function refusal(error: WireError): string {
  for (const key of [error.key, `error.${error.code}`, "error.internal"]) {
    const words = has(key) ? t(key, error.params) : "";
    if (words) return words;
  }
  return "";
}

/** A number as the reader writes it. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(locale, { maximumFractionDigits: digits, minimumFractionDigits: 0 });
}
