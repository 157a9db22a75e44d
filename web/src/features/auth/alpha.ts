/** Tells the pool's triggers that someone came by the alpha programme: it decides the trial's length. */
export function alphaMetadata(alpha: boolean): Record<string, string> {
  return alpha ? { alpha: 'true' } : {};
}
