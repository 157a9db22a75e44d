import { useEffect, useRef, useState } from 'react';
import type { Document } from '../../../../../functions/contract/documents';

/** How long it is said of a document that reading it has succeeded, in milliseconds; then it is simply there. */
const NEWS = 6_000;

/** Documents that were read before the eyes of whoever looks at this page. */
export function useJustRead(documents: readonly Document[]): ReadonlySet<string> {
  const known = useRef<ReadonlyMap<string, Document['status']> | null>(null);
  const [news, setNews] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const before = known.current;
    known.current = new Map(documents.map(({ id, status }) => [id, status]));
    const read = documents.filter(({ id, status }) => {
      const was = before?.get(id);
      return status === 'success' && was !== undefined && was !== 'success';
    });
    if (read.length === 0) return;
    setNews((others) => new Set([...others, ...read.map(({ id }) => id)]));
    // Not cleared with the effect: the next change of any document would leave these for ever.
    setTimeout(
      () => setNews((all) => new Set([...all].filter((id) => !read.some((document) => document.id === id)))),
      NEWS,
    );
  }, [documents]);
  return news;
}
