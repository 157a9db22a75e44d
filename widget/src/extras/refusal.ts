import * as say from '../strings';

/** What a refusal means to the visitor. */
export function refusal(error: unknown): string {
  const texts: Readonly<Record<string, string>> = {
    'request.rate_limited': say.limited,
    'attachment.not_found': say.gone,
    'attachment.type_mismatch': say.mismatch,
    'attachment.too_many': say.tooManyFiles,
  };
  return texts[(error as { readonly code?: string } | null)?.code as string] ?? say.failed;
}
