/**
 * What the pool's triggers are told: that someone came by the alpha programme, which decides the trial's length, and
 * the language that they read at the moment, which is that of their mail.
 */
export function mailMetadata({
  alpha,
  language,
}: {
  readonly alpha: boolean;
  readonly language?: string;
}): Record<string, string> {
  return { ...(language && { language }), ...(alpha && { alpha: 'true' }) };
}
