/** A text's vector in a quarter of its bytes: components in 127ths of the largest, which is `scale` × 127. */
export interface QuantisedVector {
  readonly scale: number;
  readonly components: Int8Array;
}

/** Normalises to length one, so that a dot product is a cosine, and quantises. Zero and NaN vectors get scale 0. */
export function quantise(vector: Float32Array): QuantisedVector {
  const unit = normalise(vector);
  let largest = 0;
  for (const component of unit) largest = Math.max(largest, Math.abs(component));
  const components = new Int8Array(unit.length);
  if (!(largest > 0)) return { scale: 0, components };
  for (let i = 0; i < unit.length; i++) components[i] = Math.round(((unit[i] ?? 0) / largest) * 127);
  return { scale: largest / 127, components };
}

export function normalise(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const component of vector) squares += component * component;
  const length = Math.sqrt(squares);
  return length > 0 && Number.isFinite(length)
    ? vector.map((component) => component / length)
    : new Float32Array(vector.length);
}

/** Cosines of a unit vector with every quantised vector of a segment. */
export function cosines(unit: Float32Array, vectors: Int8Array, scales: Float32Array): Float32Array {
  const dimensions = unit.length;
  const result = new Float32Array(scales.length);
  for (let passage = 0, at = 0; passage < scales.length; passage++, at += dimensions) {
    let sum = 0;
    for (let i = 0; i < dimensions; i++) sum += (unit[i] as number) * (vectors[at + i] as number);
    result[passage] = sum * (scales[passage] as number);
  }
  return result;
}

/** Cosine of a unit vector with one of any length. */
export function cosine(unit: Float32Array, values: Float32Array): number {
  let [product, squares] = [0, 0];
  for (let i = 0; i < unit.length; i++) {
    const value = values[i] ?? 0;
    product += (unit[i] as number) * value;
    squares += value * value;
  }
  return squares > 0 ? product / Math.sqrt(squares) : 0;
}
