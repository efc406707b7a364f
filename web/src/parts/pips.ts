/** Where the pips of each face lie, on a 3 × 3 grid of cells. */
const CELLS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};

/** Centres of a face's pips on a square of 100 × 100. */
export function pips(face: number): { x: number; y: number }[] {
  return (CELLS[face] ?? []).map(([x, y]) => ({ x: 24 + 26 * x, y: 24 + 26 * y }));
}

/** The six faces of a die with `top` up: top, bottom, then the four sides; opposite faces add up to seven. */
export function faces(top: number): [number, number, number, number, number, number] {
  const side = [1, 2, 3, 4, 5, 6].filter((face) => face !== top && face !== 7 - top);
  const front = side[0] ?? 1;
  const right = side.find((face) => face !== front && face !== 7 - front) ?? 2;
  return [top, 7 - top, front, 7 - front, right, 7 - right];
}

/** A number in [0, 1) that looks like chance but is the same for the same seed: how a die happens to lie. */
export function whim(seed: number): number {
  const value = Math.sin(seed * 127.1 + 11.7) * 43758.5453;
  return value - Math.floor(value);
}
