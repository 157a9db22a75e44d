import type { Document } from '#contract/knowledge/documents';
import { type ApiErrorCode, errorCode } from '#lib/api-error';

const AT_ONCE = 4;

export interface Outcome {
  readonly done: readonly Document[];
  readonly failed: readonly { readonly document: Document; readonly code: ApiErrorCode }[];
}

/** Does something with documents, a few at once; one that fails stops none of the others. */
export async function eachDocument(
  documents: readonly Document[],
  work: (document: Document) => Promise<unknown>,
  { atOnce = AT_ONCE }: { readonly atOnce?: number } = {},
): Promise<Outcome> {
  const waiting = [...documents];
  const done: Document[] = [];
  const failed: Outcome['failed'][number][] = [];
  const next = async () => {
    for (let document = waiting.shift(); document !== undefined; document = waiting.shift()) {
      const current = document;
      await work(current).then(
        () => done.push(current),
        (error: unknown) => failed.push({ document: current, code: errorCode(error) }),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return { done, failed };
}
