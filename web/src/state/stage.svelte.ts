import type { TableView } from "../contracts";

/** Something the eye should see before the next view is true: dice that tumble, a cup that is lifted. */
export interface Motion {
  kind: string;
  /** How long it takes, in ms. */
  ms: number;
  /** The next view is shown at once, and the motion happens in it. */
  early?: boolean;
}

/** Which motion leads from one view to the next; null: none. */
export type Direct = (from: TableView, to: TableView) => Motion | null;

const MOST_LAG = 2500;

interface Waiting {
  view: TableView;
  cameAt: number;
}

/**
 * Shows views one after the other and lets each motion end first. What is shown lags by at most one motion and
 * a little; a tap ends the motion at once.
 */
export class Stage {
  /** The view the table shows. */
  shown = $state.raw<TableView | null>(null);
  /** The motion under way, and the view it leads to. */
  motion = $state.raw<(Motion & { next: TableView }) | null>(null);

  #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly direct: Direct,
    private readonly still: () => boolean,
  ) {}

  /** Whether the newest view is what is shown. */
  get settled(): boolean {
    return this.motion === null;
  }

  push(view: TableView): void {
    this.#waiting.push({ view, cameAt: Date.now() });
    if (this.motion === null) this.#advance();
  }

  /** End the motion under way. */
  skip(): void {
    const motion = this.motion;
    if (!motion) return;
    clearTimeout(this.#timer);
    this.motion = null;
    this.shown = motion.next;
    this.#advance();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #advance(): void {
    for (let head = this.#waiting.shift(); head; head = this.#waiting.shift()) {
      const late = Date.now() - head.cameAt > MOST_LAG;
      const motion = this.shown === null || late || this.still() ? null : this.direct(this.shown, head.view);
      if (motion) {
        this.motion = { ...motion, next: head.view };
        if (motion.early) this.shown = head.view;
        this.#timer = setTimeout(() => this.skip(), motion.ms);
        return;
      }
      this.shown = head.view;
    }
  }
}
