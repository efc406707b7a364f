import type { EventView, TableView } from "../contracts";
import { has, t } from "../i18n/index.svelte";
import type { GameModule, Who } from "./module";

/** The sentence for an event in the history; "" for events nobody needs to read. */
export function eventWords(event: EventView, game: GameModule | undefined, who: Who, view: TableView): string {
  const own = game?.event(event, who, view);
  if (own != null) return own;
  if (!has(event.key)) return "";
  const params = event.params ?? {};
  const seat = params["seat"];
  if (typeof seat !== "number") return t(event.key, params);
  return t(event.key, { ...params, name: who.name(seat), context: who.mine(seat) ? "you" : undefined });
}

/** Several names as one would say them: "Ben, Cem und du". */
export function listNames(seats: readonly number[], who: Who): string {
  const names = [...seats].sort((a, b) => Number(who.mine(a)) - Number(who.mine(b))).map((s) => (who.mine(s) ? t("you.dative") : who.name(s)));
  return new Intl.ListFormat(t("lang.code"), { type: "conjunction" }).format(names);
}
