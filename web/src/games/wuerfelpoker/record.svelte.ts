import { api } from "../../state/api";

/** The reader's best sheet of counted games so far; null while unknown, undefined: none yet. */
export class Record {
  value = $state.raw<number | null | undefined>(null);

  /** Ask the house; without an answer the record stays unknown. */
  ask(): void {
    api.mine().then(
      ({ bests }) => (this.value = bests["wuerfelpoker_high"]),
      () => undefined,
    );
  }
}
