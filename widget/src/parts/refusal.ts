import * as strings from '../strings';

/** What a refusal means to the visitor. */
export function refusal(error: unknown): string {
  const texts: Readonly<Record<string, string>> = {
    'request.rate_limited': strings.limited,
    // Nothing else that is written could be wrong: the rest is cut to what is taken.
    'request.invalid': strings.checkEmail,
    'attachment.not_found': strings.gone,
    'attachment.type_mismatch': strings.mismatch,
    'attachment.too_many': strings.tooManyFiles,
  };
  return texts[(error as { readonly code?: string } | null)?.code as string] ?? strings.failed;
}
