import type { BluffBoardRevealView as Reveal, EventView, TableView } from "../../contracts";
import { number, t } from "../../i18n/index.svelte";
import type { Who } from "../module";
import { boardOf, specialNext } from "./logic";

const named = (who: Who, seat: number) => ({ name: who.name(seat), context: who.mine(seat) ? "you" : undefined });

/** A bid as it is said: "7 Vierer". */
export const bidWords = (count: number, face: number): string => t(`bluff.dice.${face}`, { count });

/** A chance in percent; what is not quite sure, or not quite impossible, does not look as if it were. */
function percent(chance: number): string {
  if (chance > 0.9995 && chance < 1) return `> ${number(99.9, 1)}`;
  if (chance < 0.0005 && chance > 0) return `< ${number(0.1, 1)}`;
  return number(chance * 100, 1);
}

export const chanceWords = (chance: { at_least: number; exactly: number }): string =>
  t("bluff.chance", { atLeast: percent(chance.at_least), exactly: percent(chance.exactly) });

type Cup = Pick<Reveal["cups"][number], "seat" | "plain" | "jokers">;

/** The sum cup by cup: "Lena 2 + 1 Joker · Ben 0 · du 3"; the total follows once all are counted. */
export function sumWords(cups: readonly Cup[], who: Who, total?: number): string {
  const parts = cups.map(({ seat, plain, jokers }) => {
    const name = who.mine(seat) ? t("bluff.you") : who.name(seat);
    return `${name} ${plain}${jokers ? ` + ${t("bluff.jokers", { count: jokers })}` : ""}`;
  });
  return parts.join(" · ") + (total === undefined ? "" : ` = ${total}`);
}

interface Called {
  kind: Reveal["kind"];
  caller: number;
  bidder: number;
  count: number;
  face: number;
  total: number;
  right: boolean;
  loser: number | null;
  gained: number;
}

const calledOf = ({ bid, ...reveal }: Reveal): Called => ({ ...reveal, bidder: bid.seat, count: bid.count, face: bid.face });

/** Who called what: "Cem zweifelt 7 Vierer von Ben an." */
function callWords(called: Called, who: Who): string {
  const of = t("bluff.of", named(who, called.bidder));
  return t(called.kind === "doubt" ? "bluff.doubted" : "bluff.matched", { ...named(who, called.caller), bid: bidWords(called.count, called.face), of });
}

function verdictOf(called: Called, who: Who): { meaning: string; cost: string } {
  const { kind, right, loser, caller, bidder, total, count, face } = called;
  const meaning = t(`bluff.verdict.${kind}.${right ? "right" : "wrong"}`, {
    ...named(who, bidder),
    found: bidWords(total, face),
    bid: count,
  });
  if (loser !== null) return { meaning, cost: t("bluff.loses", named(who, loser)) };
  return { meaning, cost: t(called.gained ? "bluff.gains" : "bluff.full", named(who, caller)) };
}

/** What the count means, and what it costs or brings. */
export const verdict = (reveal: Reveal, who: Who): { call: string; meaning: string; cost: string } => {
  const called = calledOf(reveal);
  return { call: callWords(called, who), ...verdictOf(called, who) };
};

/** Words for the events that name more than one person, or dice. */
export function event(event: EventView, who: Who): string | null {
  const params = event.params ?? {};
  switch (event.key) {
    case "bluff.looked":
      // What lies under the own cup is seen on the table; the history would give it away to whoever looks on.
      return "";
    case "bluff.bid":
      return t("bluff.bid", { ...named(who, params["seat"] as number), bid: bidWords(params["count"] as number, params["face"] as number) });
    case "bluff.round": {
      const round = { ...named(who, params["starter"] as number), round: params["round"] };
      return t("bluff.round", round) + (params["special"] ? ` ${t("bluff.specialShort")}` : "");
    }
    case "bluff.doubted":
    case "bluff.matched": {
      const called = { ...params, kind: event.key === "bluff.doubted" ? "doubt" : "exact" } as unknown as Called;
      const { meaning, cost } = verdictOf(called, who);
      const sum = sumWords(params["cups"] as Cup[], who, called.total);
      return `${callWords(called, who)} ${meaning} ${cost} (${sum})`;
    }
    default:
      return null;
  }
}

export function describe(view: TableView, who: Who): string[] {
  const board = boardOf(view);
  const lines = board.left.map((count, seat) => t("bluff.text.left", { ...named(who, seat), count }));
  if (board.special && board.phase === "bid") lines.push(t("bluff.special"));
  if (board.bid && board.phase === "bid") {
    const { seat, count, face } = board.bid;
    lines.push(t("bluff.bid", { ...named(who, seat), bid: bidWords(count, face) }));
  }
  if (board.chance && board.phase === "bid") lines.push(chanceWords(board.chance));
  if (board.reveal) {
    const { call, meaning, cost } = verdict(board.reveal, who);
    for (const { seat, dice } of board.reveal.cups) lines.push(t("bluff.text.cup", { ...named(who, seat), dice: dice.join(" ") }));
    lines.push(call, sumWords(board.reveal.cups, who, board.reveal.total), meaning, cost);
    if (specialNext(board)) lines.push(t("bluff.specialNext", named(who, board.turn)));
  }
  if (board.own) lines.push(t("bluff.looked", { dice: board.own.join(" ") }));
  if (view.status === "running" && board.phase === "bid") lines.push(t("bluff.text.turn", named(who, board.turn)));
  return lines;
}
