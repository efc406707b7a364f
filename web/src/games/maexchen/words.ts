import type { EventView, TableView } from "../../contracts";
import { has, t } from "../../i18n/index.svelte";
import type { Who } from "../module";
import type { MaexchenBoardRevealView as Reveal } from "../../contracts";
import { boardOf, valueOf } from "./logic";

/** What people call a value: "63", "Dreierpasch", "Mäxchen". */
export function valueWords(value: number): string {
  const key = `maexchen.value.${value}`;
  return has(key) ? t(key) : String(value);
}

const you = (who: Who, seat: number) => (who.mine(seat) ? "you" : undefined);

export function costWords(seat: number, count: number, who: Who): string {
  return t("maexchen.cost", { name: who.name(seat), count, context: you(who, seat) });
}

/** What the lifted cup means, and what it costs whom. */
export function verdict(reveal: Reveal, who: Who): { meaning: string; costs: string[] } {
  const kind = reveal.kind === "doubt" ? (reveal.lie ? "lie" : "truth") : reveal.kind;
  const seat = reveal.kind === "concede" ? Number(Object.keys(reveal.losers)[0] ?? reveal.claimer) : reveal.claimer;
  const value = reveal.dice ? valueWords(valueOf(reveal.dice)) : "";
  const meaning = t(`maexchen.verdict.${kind}`, { name: who.name(seat), value, context: you(who, seat) });
  const losers = Object.entries(reveal.losers).map(([loser, lives]) => [Number(loser), lives] as const);
  return { meaning, costs: losers.map(([loser, lives]) => costWords(loser, lives, who)) };
}

interface Doubted {
  doubter: number;
  claimer: number;
  value: number;
  lie: boolean;
  loser: number;
  cost: number;
}

/** Words for the events that name more than one person, or a value. */
export function event(event: EventView, who: Who, view: TableView): string | null {
  const params = event.params ?? {};
  // What lies under the own cup is for whoever lifts it, not for the history to give away.
  const { phase, dice } = boardOf(view);
  if (event.key === "maexchen.looked" && phase === "claim" && dice && valueOf(dice) === params["value"]) return "";
  if (event.key === "maexchen.doubted") {
    const doubted = params as unknown as Doubted;
    const { doubter, claimer, lie } = doubted;
    const value = valueWords(doubted.value);
    return [
      t("maexchen.doubted", { name: who.name(doubter), context: you(who, doubter) }),
      t(`maexchen.verdict.${lie ? "lie" : "truth"}`, { name: who.name(claimer), value, context: you(who, claimer) }),
      costWords(doubted.loser, doubted.cost, who),
    ].join(" ");
  }
  if (event.key === "maexchen.shown") {
    const seat = params["seat"] as number;
    const said = t("maexchen.shown", { name: who.name(seat), context: you(who, seat) });
    return `${said} ${t("maexchen.costAll", { count: params["cost"] })}`;
  }
  const seat = (params["seat"] ?? params["starter"]) as number | undefined;
  if (seat === undefined || !event.key.startsWith("maexchen.")) return null;
  const value = typeof params["value"] === "number" ? valueWords(params["value"]) : undefined;
  return t(event.key, { ...params, value, count: params["cost"], name: who.name(seat), context: you(who, seat) });
}

export function describe(view: TableView, who: Who): string[] {
  const board = boardOf(view);
  const lines = board.lives.map((count, seat) =>
    t("maexchen.text.lives", { name: who.name(seat), count, context: you(who, seat) }),
  );
  if (board.claim !== null && board.claimer !== null) {
    const value = valueWords(board.claim);
    lines.push(t("maexchen.text.claim", { name: who.name(board.claimer), value, context: you(who, board.claimer) }));
  }
  if (board.reveal) {
    const { meaning, costs } = verdict(board.reveal, who);
    lines.push(meaning, ...costs);
  }
  if (board.dice) lines.push(t("maexchen.text.dice", { value: valueWords(valueOf(board.dice)) }));
  if (view.status === "running" && board.phase !== "look") {
    lines.push(t("maexchen.text.turn", { name: who.name(board.turn), context: you(who, board.turn) }));
  }
  return lines;
}
