import { untrack } from "svelte";
import { forBoard } from "../../table/keys";
import type { Reading } from "../../table/reading.svelte";
import { keepOf, layoutOf, stillPicked, type Cast, type Layout, type Lying } from "./throws";

const CASTS: readonly Cast[] = ["roll", "turn", "turn_laid"];

/**
 * What the reader lays out of the own throw before throwing on: taps and keys change it, nothing is final until
 * `throwNow`. Made once per board; the actions are those of the pub games, `roll`/`turn`/`turn_laid` with `keep`, and `done`.
 */
export class Laying {
  /** How the next throw is made. */
  cast = $state<Cast>("roll");
  /** Between the tap on the button and the house's answer. */
  shaking = $state(false);
  #picked = $state<number[]>([]);

  constructor(
    private readonly reading: () => Reading,
    /** The hand the reader plays now, as the reader sees it; null: not the reader's turn. */
    private readonly lying: () => Lying | null,
    /** Dice of a hand. */
    readonly total = 3,
  ) {
    $effect(() => {
      void this.reading().decision;
      untrack(() => this.reset());
    });
  }

  get #hand(): Lying {
    return this.lying() ?? { laid: [], free: [] };
  }

  /** The reader has a throw left in the turn. */
  get open(): boolean {
    return this.reading().offered("roll");
  }

  /** Dice lie before the reader, and some may go back into the cup. */
  get choosing(): boolean {
    return this.#hand.free.length > 0 && this.open;
  }

  get layout(): Layout {
    return layoutOf(this.#hand, this.cast, this.#picked, this.total);
  }

  /** The casts of turned sixes that may be made now. */
  get turns(): Cast[] {
    return CASTS.filter((cast) => cast !== "roll" && this.reading().offered(cast));
  }

  /** Whether what is laid out now may be thrown on with; not while something moves. */
  get ready(): boolean {
    return this.legal && this.reading().can(this.cast);
  }

  /** Whether what is laid out now may be thrown on with, motion or not. */
  get legal(): boolean {
    const keep = this.keep.join();
    return (this.reading().values(this.cast, "keep") as number[][]).some((each) => each.join() === keep);
  }

  get keep(): number[] {
    return keepOf(this.#hand.free, this.#picked);
  }

  reset(): void {
    this.cast = "roll";
    this.#picked = [];
  }

  /** A tap on a die of the throw, by its place: out to the rail, or back. The turned one goes back as two sixes. */
  tap(at: number): void {
    if (!this.choosing || !this.layout.live.has(at)) return;
    if (this.layout.picked.includes(at) && !this.#picked.includes(at)) this.cast = "roll";
    else if (this.#picked.includes(at)) this.#picked = this.#picked.filter((each) => each !== at);
    else this.#picked = [...this.#picked, at];
  }

  /** Turn sixes, or turn them back. */
  turn(cast: Cast): void {
    if (!this.turns.includes(cast)) return;
    this.cast = this.cast === cast ? "roll" : cast;
    this.#picked = stillPicked(this.#hand.free, this.cast, this.#picked);
  }

  async throwNow(): Promise<void> {
    if (!this.ready) return;
    this.shaking = true;
    await this.reading().act(this.cast, { keep: this.keep });
    this.shaking = false;
  }

  async done(): Promise<void> {
    if (this.reading().can("done")) await this.reading().act("done");
  }

  /**
   * The keys of a pub game: 1 to 6 lay a die out or back, R or space throws, D turns sixes, F is done, W goes on,
   * Esc takes all back.
   */
  readonly keydown = (event: KeyboardEvent): void => {
    const target = event.target;
    const reading = this.reading();
    if (!forBoard(event) || !reading.table.stage.settled || reading.table.busy) return;
    const key = event.key.toLowerCase();
    const face = "123456".indexOf(key) + 1;
    if (face && this.choosing) this.#tapFace(face);
    else if ((key === "r" || (key === " " && !(target instanceof HTMLButtonElement))) && this.ready) void this.throwNow();
    else if (key === "d" && this.turns.length) this.#nextTurn();
    else if (key === "f" && reading.can("done")) void this.done();
    else if (key === "w" && reading.can("weiter")) void reading.act("weiter");
    else if (key === "escape" && this.choosing) this.reset();
    else return;
    event.preventDefault();
  };

  #tapFace(face: number): void {
    const { dice, picked, live } = this.layout;
    const shows = (at: number) => dice[at] === face && live.has(at);
    const open = dice.findIndex((_, i) => shows(i) && !picked.includes(i));
    const at = open >= 0 ? open : dice.findIndex((_, i) => shows(i));
    if (at >= 0) this.tap(at);
  }

  /** Plainly, the first way of turning, the second, plainly again. */
  #nextTurn(): void {
    const ways: Cast[] = ["roll", ...this.turns];
    const next = ways[(ways.indexOf(this.cast) + 1) % ways.length] ?? "roll";
    this.turn(next === "roll" ? this.cast : next);
  }
}
