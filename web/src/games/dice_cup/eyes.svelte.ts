import type { TableView } from "../../contracts";
import { clock } from "../../state/clock.svelte";
import { boardOf } from "./logic";

const LONGEST = 2 ** 31 - 1;

/**
 * How long the dice may be seen. The house says until when (`pause`, server time) and covers them then; this side does
 * not wait for it: what the view still holds is shown to nobody, in no place, from that moment on.
 */
class Eyes {
  /** Server time up to which a timer found eye-open times to be over. */
  #passed = $state(0);

  /** Whether the dice of a view may be seen now. */
  see(view: TableView): boolean {
    const board = boardOf(view);
    if (board.dice === null) return false;
    return board.phase !== "open" || this.left(view) > 0;
  }

  /** How much of the eye-open time is left, in ms. */
  left(view: TableView): number {
    if (boardOf(view).phase !== "open" || view.pause === null) return 0;
    return Math.max(0, view.pause - Math.max(clock.now(), this.#passed));
  }

  /** Cover the dice of a view when their time has come; until the returned function is called. */
  watch(view: TableView): () => void {
    const until = view.pause;
    const left = this.left(view);
    if (until === null || left === 0) return () => undefined;
    const timer = setTimeout(() => (this.#passed = Math.max(this.#passed, until)), Math.min(left, LONGEST));
    return () => clearTimeout(timer);
  }
}

export const eyes = new Eyes();
