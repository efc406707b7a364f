import type { EventView, SchockenBoard, SchockenBoardScoredView as Scored, TableView } from "../../contracts";
import { t } from "../../i18n/index.svelte";
import { listNames } from "../events";
import type { Who } from "../module";
import { boardOf, namedOf, type Kind, type Named } from "./logic";

const you = (who: Who, seat: number) => (who.mine(seat) ? "you" : undefined);
const named = (who: Who, seat: number) => ({ name: who.name(seat), context: you(who, seat) });

/** What people call three dice: "Schock 4", "General 5", "Straße", "6-5-3". */
export function valueWords({ kind, tokens, dice }: Named): string {
  const high = [...dice].sort((a, b) => b - a);
  return t(`schocken.value.${kind}`, { tokens, face: high[0], dice: high.join("-") });
}

/** "4 Deckel"; for a Schock aus what the house rule says. */
export function worthWords(kind: Kind, tokens: number | null, options: Record<string, unknown>): string {
  return kind === "schock_out" ? t(`schocken.out.${options["schock_out"] === "all" ? "all" : "half"}`) : t("schocken.tokens", { count: tokens ?? 0 });
}

export const halfWords = (half: number): string => t(`schocken.half.${half}`);

/** The best hand by its class alone: "Schock 4", "eine Zahl". */
const classWords = (kind: Kind, tokens: number | null) => t(`schocken.class.${kind}`, { tokens });

export interface Verdict {
  best: string;
  worst: string;
  /** What told the best, and the worst, from equal dice; "": the dice. */
  bestBy: string;
  worstBy: string;
  /** How many Deckel, where from, and why so many. */
  cost: string;
  /** Who gets out of the half, or loses it. */
  then: string[];
}

function costWords(scored: Scored, half: number, who: Who): string {
  const { best, worst, kind, value, dealt, source } = scored;
  const params = { ...named(who, worst), count: dealt, value, class: classWords(kind, value), half: t(`schocken.halfOf.${half}`), giver: who.name(best) };
  if (source === "half" || source === "all") return t(`schocken.cost.${source}`, params);
  const few = value !== null && dealt < value;
  if (source === "pile") return t(few ? "schocken.cost.rest" : "schocken.cost.pile", params);
  const context = who.mine(worst) ? "you" : who.mine(best) ? "yours" : undefined;
  return t(few ? "schocken.cost.bestAll" : "schocken.cost.best", { ...params, context });
}

/** What a scored round means: who was best and worst, what it costs, and why. */
export function verdict(scored: Scored, half: number, who: Who): Verdict {
  const by = (end: "best" | "worst", why: Scored["best_by"]) => (why === "dice" ? "" : t(`schocken.by.${end}.${why}`));
  const bestBy = by("best", scored.best_by);
  const worstBy = by("worst", scored.worst_by);
  const join = (words: string, reason: string) => (reason ? `${words} (${reason})` : words);
  const then: string[] = [];
  if (scored.loser !== null) {
    const key = scored.source === "all" ? "schocken.loses" : "schocken.losesAll";
    if (scored.source !== "half") then.push(t(key, { ...named(who, scored.loser), half: t(`schocken.halfOf.${half}`) }));
  } else {
    for (const seat of scored.out) then.push(t("schocken.outOfHalf", named(who, seat)));
  }
  return {
    best: join(t("schocken.bestIs", { ...named(who, scored.best), class: classWords(scored.kind, scored.value) }), bestBy),
    worst: join(t("schocken.worstIs", named(who, scored.worst)), worstBy),
    bestBy,
    worstBy,
    cost: costWords(scored, half, who),
    then,
  };
}

/** What the throw of an event is called, laid-out dice included. */
function thrownWords(params: Record<string, unknown>): string {
  const dice = [...(params["dice"] as number[]), ...((params["laid"] as number[] | undefined) ?? [])];
  return valueWords({ kind: params["kind"] as Kind, tokens: params["tokens"] as number | null, dice });
}

/** Words for the events that hold dice, tokens or more than one person. */
export function event(event: EventView, who: Who, view: TableView): string | null {
  const params = event.params ?? {};
  const why = event.key.replace("schocken.", "");
  if (why === event.key) return null;
  if (why === "half") {
    const half = params["half"] as number;
    return t("schocken.half", { half: halfWords(half), names: listNames(params["playing"] as number[], who), pile: params["pile"], context: half === 3 ? "final" : undefined });
  }
  if (why === "scored") {
    const { best, worst, cost, then } = verdict(params as unknown as Scored, boardOf(view).half, who);
    return [best, worst, cost, ...(params["loser"] === null ? then : [])].join(" ");
  }
  if (why === "lifted") return t("schocken.lifted");
  const seat = (params["seat"] ?? params["leader"]) as number;
  const of = named(who, seat);
  const list = (value: unknown) => (value as number[]).join(" ");
  switch (why) {
    case "round":
      return t("schocken.round", { ...of, round: params["round"] });
    case "laid":
    case "turned":
      return t(`schocken.${why}`, { ...of, dice: list(params["laid"]) });
    case "thrown": {
      const laid = params["laid"] as number[];
      const context = [laid.length ? "on" : "", you(who, seat) ?? ""].filter(Boolean).join("_") || undefined;
      return t("schocken.thrown", { ...of, context, dice: list(params["dice"]), laid: list(laid), word: thrownWords(params) });
    }
    case "looked":
      return t("schocken.looked", { word: thrownWords(params) });
    case "shaken":
      return t("schocken.shaken", { ...of, throw: params["throw"] });
    case "done":
      return t("schocken.done", { ...of, count: params["throws"] });
    case "half_lost":
      return t("schocken.half_lost", { ...of, half: t(`schocken.halfOf.${String(params["half"])}`) });
    default:
      return t(event.key, { ...params, ...of });
  }
}

export function describe(view: TableView, who: Who): string[] {
  const board = boardOf(view);
  const lines = [`${halfWords(board.half)}.`, t("schocken.text.pile", { count: board.pile })];
  board.held.forEach((count, seat) => lines.push(t("schocken.text.held", { ...named(who, seat), count })));
  board.lost.forEach((seat, half) => lines.push(t("schocken.half_lost", { ...named(who, seat), half: t(`schocken.halfOf.${half + 1}`) })));
  for (const seat of board.order) lines.push(handWords(board, seat, view.seat, who));
  if (board.scored) {
    const { best, worst, cost, then } = verdict(board.scored, board.half, who);
    lines.push(best, worst, cost, ...then);
  }
  if (view.status === "running" && board.phase === "play" && board.turn !== null) {
    lines.push(t("schocken.text.turn", named(who, board.turn)), t("schocken.text.limit", { count: board.limit }));
  }
  return lines;
}

function handWords(board: SchockenBoard, seat: number, me: number | null, who: Who): string {
  const hand = board.hands[seat];
  const of = named(who, seat);
  if (!hand?.throws) return t("schocken.text.waits", of);
  const dice = namedOf(board, seat, me);
  const laid = hand.laid.join(" ");
  if (dice) return t("schocken.text.hand", { ...of, dice: dice.dice.join(" "), word: valueWords(dice), count: hand.throws });
  return t(laid ? "schocken.text.coveredLaid" : "schocken.text.covered", { ...of, laid, count: hand.throws });
}

