import type { ListDomain, RangeDomain, SubsetDomain, TableView } from "../contracts";
import { gameOf } from "../games";
import type { GameModule, Who } from "../games/module";
import { t } from "../i18n/index.svelte";
import { house } from "../state/house.svelte";
import type { TableState } from "../state/table.svelte";

/** How a board reads its table: what is shown, who is who, and what may be done now. */
export class Reading implements Who {
  constructor(
    readonly table: TableState,
    /** How an action is sent; the dev pages play without a house. */
    private readonly send: (table: TableState, action: Action) => Promise<boolean> = (to, action) => house.act(to, action),
  ) {}

  get view(): TableView {
    const view = this.table.stage.shown;
    if (!view) throw new Error("a board is read before its first view came");
    return view;
  }

  /** Number of the reader's decision. It stays the same while others move: what was picked is dropped when this changes. */
  readonly decision = $derived(this.view.decision);

  get game(): GameModule | undefined {
    return gameOf(this.view.game);
  }

  get motion() {
    return this.table.stage.motion;
  }

  get me(): number | null {
    return this.view.seat;
  }

  get over(): boolean {
    return this.view.status === "over";
  }

  /** All seats but the reader's, in the order of play as seen from there. */
  get others(): number[] {
    const count = this.view.seats.length;
    const first = this.me === null ? 0 : this.me + 1;
    return Array.from({ length: this.me === null ? count : count - 1 }, (_, i) => (first + i) % count);
  }

  /** Whether the reader owes a decision and nothing moves any more. */
  get myTurn(): boolean {
    return this.me !== null && this.table.stage.settled && !this.over && this.view.seats[this.me]?.due === true;
  }

  name(seat: number): string {
    return this.view.seats[seat]?.name ?? t("seat.nobody");
  }

  mine(seat: number): boolean {
    return seat === this.me;
  }

  /** What one may do now: nothing while something moves or a command is on its way. */
  can(kind: string): boolean {
    return this.table.stage.settled && !this.table.busy && this.offered(kind);
  }

  /** What the view offers, whether or not it may be tapped at this moment. */
  offered(kind: string): boolean {
    return this.view.actions.some((action) => action.kind === kind);
  }

  /** The values a field of an action may hold, as they were sent. */
  values(kind: string, field: string): unknown[] {
    const domain = this.view.actions.find((action) => action.kind === kind)?.fields?.[field];
    return domain ? expand(domain) : [];
  }

  act(kind: string, fields: Record<string, unknown> = {}): Promise<boolean> {
    return this.send(this.table, { kind, ...fields });
  }
}

export type Action = Record<string, unknown>;

function expand(domain: ListDomain | RangeDomain | SubsetDomain): unknown[] {
  switch (domain.type) {
    case "list":
      return domain.values;
    case "range":
      return Array.from({ length: domain.max - domain.min + 1 }, (_, i) => domain.min + i);
    case "subset":
      return domain.of;
  }
}
