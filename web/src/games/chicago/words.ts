import type { ChicagoBoard, ChicagoBoardHandView as Hand, ChicagoBoardScoredView as Scored, EventView, TableView } from "../../contracts";
import { t } from "../../i18n/index.svelte";
import { listNames } from "../events";
import type { Who } from "../module";
import { boardOf, callOf, diceOf, marksOf, nextLeader, partsOf, type Call, type Way } from "./logic";

const you = (who: Who, seat: number) => (who.mine(seat) ? "you" : undefined);
const named = (who: Who, seat: number) => ({ name: who.name(seat), context: you(who, seat) });

/** "3 Filze", "1 Deckel", "2 Striche", "12 Punkte": what is counted in a way to play. */
export const tokens = (way: Way, count: number): string => t(`chicago.tokens.${way}`, { count });
/** "einen Filz". */
const token = (way: Way): string => t(`chicago.token.${way}`);

/** The line that stays in sight: "Einser 100 · Sechser 60 · Hoch · auf 1"; the limit only once it is set. */
export function callParts(call: Call, limit: number | null): string[] {
  const values =
    call.direction === "sand"
      ? [t("chicago.call.sand"), t("chicago.call.sandMeans")]
      : [
          t("chicago.call.ones", { value: call.ones }),
          t("chicago.call.sixes", { value: call.sixes }),
          t(`chicago.call.${call.direction}`),
        ];
  return limit === null ? values : [...values, t("chicago.call.limit", { limit })];
}

export const callWords = (call: Call, limit: number | null): string => callParts(call, limit).join(" · ");

/** What dice are worth under an announcement, in a word or number. */
export function worthWords(hand: Hand, call: Call | null): string {
  if (hand.throws === 0 || !call) return hand.chicago ? t("chicago.isChicago") : "";
  if (hand.chicago) return t("chicago.isChicago");
  if (call.direction === "sand") return t(hand.sand ? "chicago.isSand" : "chicago.noSand");
  return hand.value === null ? "" : String(hand.value);
}

/** The evaluation of a throw: "100 + 60 + 3 = 163". */
export function sumWords(dice: readonly number[], call: Call): string {
  const parts = partsOf(dice, call);
  return `${parts.join(" + ")} = ${parts.reduce((a, b) => a + b, 0)}`;
}

/** What has to be thrown now to be ahead, or not to be the last one; the sentences that matter in this stage. */
export function marksWords(board: ChicagoBoard, who: Who): string[] {
  const call = callOf(board);
  if (!call || board.turn === null || board.phase !== "play") return [];
  const { best, worst } = marksOf(board);
  const lines: string[] = [];
  const gives = board.way === "tschigg" && board.stage === "down";
  if (best !== null && board.hands[best]?.chicago) lines.push(t("chicago.toBeat.chicago"));
  if (call.direction === "sand") return [...lines, t("chicago.toMake")];
  const value = (seat: number) => board.hands[seat]?.value ?? 0;
  const side = call.direction;
  if (board.stage !== "deal" && best !== null && !board.hands[best]?.chicago) {
    lines.push(t(`chicago.toBeat.${side}`, { ...named(who, best), value: value(best) }));
  }
  if ((board.stage === "deal" || gives) && worst !== null && !board.hands[worst]?.chicago) {
    lines.push(t(`chicago.toEscape.${side}`, { value: value(worst), token: t(`chicago.tokenFrom.${board.way}`) }));
  }
  return lines;
}

/** What the dealing, laying off, searching of this stage is about. */
export function stageHint(board: ChicagoBoard): string {
  const kind = board.stage === "down" ? (board.way === "tschigg" ? "give" : "lay_off") : board.stage;
  return t(`chicago.stage.hint.${kind}`, { token: token(board.way) });
}

interface Round {
  way: Way;
  target: number | null;
  values: readonly (number | null)[];
  scored: Scored;
}

/** Why the best is best, the worst worst. */
function why(end: "best" | "worst", { scored, values }: Round, who: Who): string {
  const seat = scored[end];
  const by = scored[`${end}_by`];
  if (seat === null || by === null) return "";
  const value = values[seat] ?? null;
  const reason = by === "order" && value === null ? "lastSand" : by;
  return t(`chicago.why.${end}.${reason}`, { ...named(who, seat), value });
}

/** What a round did, as sentences without a full stop: first why, then what moves. */
export function outcome(round: Round, who: Who): { reason: string; move: string } {
  const { way, scored, values, target } = round;
  const { best, worst, move } = scored;
  const of = (seat: number | null, key: string) => t(`chicago.move.${key}`, { ...named(who, seat ?? 0), token: token(way) });
  switch (move) {
    case "deal":
      return { reason: why("worst", round, who), move: of(worst, "deal") };
    case "lay_off":
      return { reason: why("best", round, who), move: of(best, "lay_off") };
    case "safe":
      return { reason: why("best", round, who), move: of(best, "safe") };
    case "stroke":
      return { reason: why("best", round, who), move: of(worst, "stroke") };
    case "void":
      return { reason: t("chicago.isChicago"), move: of(best, "void") };
    case "give": {
      const context = who.mine(best ?? -1) ? "best" : who.mine(worst ?? -1) ? "worst" : undefined;
      const names = { best: who.name(best ?? 0), worst: who.name(worst ?? 0) };
      return { reason: why("best", round, who), move: t("chicago.move.give", { ...names, context, token: token(way) }) };
    }
    case "points": {
      const hits = values.flatMap((value, seat) => (value ? [seat] : []));
      if (!hits.length) return { reason: "", move: t("chicago.move.noPoints", { target }) };
      const context = hits.length === 1 && who.mine(hits[0] ?? -1) ? "you" : undefined;
      return { reason: "", move: t("chicago.move.points", { names: listNames(hits, who), count: hits.length, context, target }) };
    }
    case "none": {
      if (best === null) return { reason: "", move: t("chicago.move.noSand") };
      const chicago = scored.best_by === "chicago";
      if (chicago) return { reason: why("best", round, who), move: t("chicago.move.none") };
      return { reason: "", move: t(worst === null ? "chicago.move.allSand" : "chicago.move.none") };
    }
  }
}

const sentence = (words: string) => (words && !words.endsWith("!") ? t("chicago.sentence", { words }) : words);

/** Who got safe by the round and was not named yet. */
function safeWords(scored: Scored, who: Who): string {
  const fresh = scored.safe.filter((seat) => !(seat === scored.best && (scored.move === "safe" || scored.move === "void" || scored.move === "stroke")));
  if (!fresh.length) return "";
  const context = fresh.length === 1 && who.mine(fresh[0] ?? -1) ? "you" : undefined;
  return t("chicago.nowSafe", { names: listNames(fresh, who), count: fresh.length, context });
}

export interface Verdict {
  reason: string;
  move: string;
  /** Who got safe, and who leads next. */
  more: string[];
}

/** The scored round as the table shows it. */
export function verdict(board: ChicagoBoard, who: Who): Verdict | null {
  const scored = board.scored;
  if (!scored) return null;
  const values = board.hands.map((hand) => hand?.value ?? null);
  const { reason, move } = outcome({ way: board.way, target: board.target, values, scored }, who);
  const leader = nextLeader(board);
  const next =
    leader === null
      ? ""
      : board.stage === "rounds"
        ? t("chicago.nextTarget", { target: (board.target ?? 0) + 1 })
        : t("chicago.leadsNext", named(who, leader));
  return { reason: sentence(reason), move: sentence(move), more: [safeWords(scored, who), next].filter(Boolean) };
}

type Params = Record<string, unknown>;

function thrownWords(params: Params, who: Who): string {
  const seat = params["seat"] as number;
  const laid = params["laid"] as number[];
  const dice = [...laid, ...(params["dice"] as number[])].sort((a, b) => a - b);
  const words = { ...named(who, seat), dice: dice.join(" ") };
  if (params["chicago"] === true) return t("chicago.thrown.chicago", words);
  const parts = params["parts"] as number[] | null;
  if (parts) return t("chicago.thrown.value", { ...words, sum: `${parts.join(" + ")} = ${params["value"] as number}` });
  return t("chicago.thrown", words);
}

function scoredWords(params: Params, who: Who, board: ChicagoBoard): string {
  const scored = params as unknown as Scored;
  const target = board.way === "rounds" ? (params["round"] as number) + 1 : null;
  const { reason, move } = outcome({ way: board.way, target, values: params["values"] as (number | null)[], scored }, who);
  return [sentence(reason), sentence(move), safeWords(scored, who)].filter(Boolean).join(" ");
}

function overWords(params: Params, who: Who): string {
  const best = params["best"] as number[];
  const loser = params["loser"] as number | null;
  const context = best.length === 1 && who.mine(best[0] ?? -1) ? "you" : undefined;
  const won = t("chicago.over.best", { names: listNames(best, who), count: best.length, context });
  return loser === null ? won : `${won} ${t("chicago.over.loser", named(who, loser))}`;
}

/** Words for the events of Chicago: nearly all hold dice, sums or several names. */
export function event(event: EventView, who: Who, view: TableView): string | null {
  if (!event.key.startsWith("chicago.")) return null;
  const board = boardOf(view);
  const params = event.params ?? {};
  const seat = (params["seat"] ?? params["leader"]) as number | undefined;
  const of = seat === undefined ? {} : named(who, seat);
  switch (event.key) {
    case "chicago.round": {
      if (params["target"] != null) return t("chicago.round.target", params);
      return t(board.way === "basis" ? "chicago.round.search" : "chicago.round", { ...params, ...of });
    }
    case "chicago.thrown":
      return thrownWords(params, who);
    case "chicago.laid":
    case "chicago.turned":
      return t(event.key, { ...of, dice: (params["laid"] as number[]).join(" ") });
    case "chicago.aimed": {
      const words = { ...params, ...of, dice: (params["dice"] as number[]).join(" ") };
      return t(Number(params["points"]) > 0 ? "chicago.aimed.hit" : "chicago.aimed", words);
    }
    case "chicago.done":
      return t("chicago.done", { ...of, count: params["throws"] });
    case "chicago.announced":
      return t("chicago.announced", { ...of, call: callWords(params as unknown as Call, params["limit"] as number) });
    case "chicago.chicago": {
      if (params["safe"] !== true) return t("chicago.chicago", of);
      const count = Number(params["tokens"]);
      const safe = t("chicago.chicago.safe", of);
      return count ? `${safe} ${t("chicago.chicago.tokens", { count, tokens: tokens(board.way, count) })}` : safe;
    }
    case "chicago.scored":
      return scoredWords(params, who, board);
    case "chicago.stage":
      return t(`chicago.stage.${board.way}`);
    case "chicago.over":
      return overWords(params, who);
  }
  return null;
}

/** The rules of the way to play that is in force. */
export function rules(options: Record<string, unknown>): string {
  const way = (options["way"] ?? "pub") as Way;
  if (way === "rounds") return t("chicago.rules.rounds");
  const turn = (options["turn_sixes"] ?? "fresh") as string;
  const down = options["play_down"] !== false;
  const pub = `${t("chicago.rules.pub")} ${t(down ? "chicago.rules.down" : "chicago.rules.noDown")}`;
  const own = way === "pub" ? [pub, t("chicago.rules.void")] : [t(`chicago.rules.${way}`)];
  const counts = t(way === "pub" ? "chicago.rules.sum" : "chicago.rules.announced");
  const turning = turn === "off" ? [] : [t(`chicago.rules.${turn}`)];
  return [t("chicago.rules"), counts, ...turning, ...own].join("\n\n");
}

function turnWords(board: ChicagoBoard, seat: number, who: Who): string {
  if (board.phase === "announce") return t("chicago.text.announces", named(who, seat));
  if (board.stage === "rounds") return t("chicago.text.aims", named(who, seat));
  return t("chicago.text.turn", { ...named(who, seat), throws: board.hands[seat]?.throws ?? 0, limit: board.limit });
}

export function describe(view: TableView, who: Who): string[] {
  const board = boardOf(view);
  const call = callOf(board);
  const lines = board.held.map((count, seat) =>
    board.safe.includes(seat) && board.way !== "basis"
      ? t("chicago.text.safe", named(who, seat))
      : t("chicago.text.stand", { ...named(who, seat), tokens: tokens(board.way, count) }),
  );
  if (board.stage === "rounds") lines.push(t("chicago.target", { target: board.target }));
  else if (board.way !== "basis") {
    lines.push(t("chicago.text.pile", { tokens: tokens(board.way, board.pile) }));
    if (board.gone) lines.push(t("chicago.text.gone", { tokens: tokens(board.way, board.gone) }));
  }
  if (call) lines.push(t("chicago.text.call", { call: callWords(call, limitOf(board)) }));
  for (const seat of board.order) {
    const hand = board.hands[seat];
    if (!hand?.throws) continue;
    const worth = board.stage === "rounds" ? tokens("rounds", hand.value ?? 0) : worthWords(hand, call);
    lines.push(t(worth ? "chicago.text.hand" : "chicago.text.plain", { ...named(who, seat), dice: diceOf(hand).join(" "), worth }));
  }
  const said = verdict(board, who);
  if (said) lines.push(...[said.reason, said.move, ...said.more].filter(Boolean));
  if (view.status !== "running" || board.turn === null || board.phase === "look" || board.phase === "over") return lines;
  lines.push(turnWords(board, board.turn, who), ...marksWords(board, who).map(sentence));
  const hand = board.hands[board.turn];
  if (hand?.laid.length) lines.push(t("chicago.text.laid", { dice: hand.laid.join(" ") }));
  for (const each of board.worth ?? []) lines.push(t("chicago.text.worth", { ...each }));
  return lines;
}

/** The throw limit once whoever leads has set it; null before. */
export function limitOf(board: ChicagoBoard): number | null {
  const leader = board.order[0];
  return leader !== undefined && board.hands[leader]?.done ? board.limit : null;
}

/** How a seat ended, for the end table. */
export function finalWords(board: ChicagoBoard, seat: number, place: number): string {
  const held = tokens(board.way, board.held[seat] ?? 0);
  const played = board.way === "bayrisch" || board.way === "tschigg" || (board.way === "pub" && board.stage === "down" && board.playing.length === 1);
  if (!played) return seat === board.loser ? t("chicago.end.losesWith", { tokens: held }) : held;
  if (seat === board.loser) return board.held[seat] ? t("chicago.end.losesWith", { tokens: held }) : t("chicago.end.loses");
  return board.safe.includes(seat) ? t("chicago.end.place", { place }) : t("chicago.end.safe");
}
