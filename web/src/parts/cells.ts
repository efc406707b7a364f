/** Cells as boards tell them, in few bytes: 0 is open, -1 holds no points, else the points. Here null is open. */
export const decoded = (cells: readonly number[]): (number | null)[] => cells.map((held) => (held === 0 ? null : Math.max(held, 0)));
