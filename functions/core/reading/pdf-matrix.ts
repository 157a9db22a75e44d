/** As PDF has it: a b c d e f. */
export type Matrix = readonly [number, number, number, number, number, number];
export type Point = readonly [number, number];
/** From the lower left to the upper right, in points. */
export type Box = readonly [left: number, low: number, right: number, high: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** What `n` does, and then `m`. */
export function times(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

export function boxOf(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Where the corners of a box come to stand, one after the other around it. */
export function cornersOf(
  matrix: Matrix,
  [left = 0, low = 0, right = 0, high = 0]: readonly number[],
): Point[] {
  return [
    apply(matrix, left, low),
    apply(matrix, right, low),
    apply(matrix, right, high),
    apply(matrix, left, high),
  ];
}
