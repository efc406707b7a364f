export const ANSICHTEN = ["kneipe", "hafen", "salon"] as const;
export type Ansicht = (typeof ANSICHTEN)[number];

const KEY = "dicearena.prefs";

interface Stored {
  ansicht: Ansicht;
  sound: boolean;
  side: boolean;
  locale: "de" | "en" | null;
}

function load(): Stored {
  const fresh: Stored = { ansicht: "kneipe", sound: true, side: true, locale: null };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>) };
  } catch {
    return fresh;
  }
}

/** What this browser remembers of its reader's taste. */
class Prefs {
  #stored = $state<Stored>(load());

  get ansicht(): Ansicht {
    return ANSICHTEN.includes(this.#stored.ansicht) ? this.#stored.ansicht : "kneipe";
  }
  get sound(): boolean {
    return this.#stored.sound;
  }
  get side(): boolean {
    return this.#stored.side;
  }
  get locale(): "de" | "en" {
    return this.#stored.locale ?? (navigator.language.toLowerCase().startsWith("en") ? "en" : "de");
  }

  set(change: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#stored));
    } catch {
      // private mode: the choice lasts for this page only
    }
  }

  nextAnsicht(): void {
    this.set({ ansicht: ANSICHTEN[(ANSICHTEN.indexOf(this.ansicht) + 1) % ANSICHTEN.length] ?? "kneipe" });
  }
}

export const prefs = new Prefs();

/** Whether the reader asked for little motion. */
export function calm(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}
