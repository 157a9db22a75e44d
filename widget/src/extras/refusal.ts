import * as say from '../strings';

/** What a refusal means to the visitor. */
export function refusal(error: unknown): string {
  const texts: Readonly<Record<string, string>> = {
    'request.rate_limited': say.limited,
    // Nothing else that is written could be wrong: the rest is cut to what is taken.
    'request.invalid': say.checkEmail,
    'attachment.not_found': say.gone,
    'attachment.type_mismatch': say.mismatch,
    'attachment.too_many': say.tooManyFiles,
  };
  return texts[(error as { readonly code?: string } | null)?.code as string] ?? say.failed;
}
