const KEY = "dicearena.own";
const MOST = 8;

/** The part of `localStorage` that is used here. */
export type Shelf = Pick<Storage, "getItem" | "setItem">;

/** Tables off the list that this browser's reader sits at: the lobby names them to nobody, so the browser keeps their ids. */
export class OwnTables {
  readonly #shelf: Shelf | undefined;
  #kept: readonly string[] = [];

  constructor(shelf: Shelf | undefined = globalThis.localStorage) {
    this.#shelf = shelf;
  }

  /** Newest first. Another tab of the browser may have added some. */
  get ids(): readonly string[] {
    try {
      const stored: unknown = JSON.parse(this.#shelf?.getItem(KEY) ?? "null");
      if (Array.isArray(stored)) this.#kept = stored.filter((id): id is string => typeof id === "string");
    } catch {
      // no storage, or somebody else's words in it: what this page knows must do
    }
    return this.#kept;
  }

  remember(id: string): void {
    const ids = this.ids;
    if (!ids.includes(id)) this.#keep([id, ...ids].slice(0, MOST));
  }

  forget(id: string): void {
    const ids = this.ids;
    if (ids.includes(id)) this.#keep(ids.filter((each) => each !== id));
  }

  #keep(ids: readonly string[]): void {
    this.#kept = ids;
    try {
      this.#shelf?.setItem(KEY, JSON.stringify(ids));
    } catch {
      // private mode: known to this page only
    }
  }
}
