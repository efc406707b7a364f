import { t } from "../i18n/index.svelte";

/** Tell the one whose turn it is: the tab says so, and a phone hums once. */
export function callToTurn(mine: boolean, game: string): () => void {
  document.title = mine ? t("title.yourTurn") : game ? t("title.table", { game }) : t("title.house");
  if (mine && "vibrate" in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(40);
  return () => {
    document.title = t("title.house");
  };
}
