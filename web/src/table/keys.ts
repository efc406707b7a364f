/** Whether a key is meant for the board: not typed into a field, and no shortcut of the browser. */
export function forBoard(event: KeyboardEvent): boolean {
  const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
  return !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
}
