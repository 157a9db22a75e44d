import { useEffect, useState } from 'react';
import type { Document } from '#contract/knowledge/documents';

/** How long it is said of a document that reading it has succeeded, in milliseconds; then it is simply there. */
const NEWS = 6_000;

/** Documents that were read before the eyes of whoever looks at this page. */
export function useJustRead(documents: readonly Document[]): ReadonlySet<string> {
  const [known, setKnown] = useState(documents);
  const [news, setNews] = useState<readonly string[]>([]);
  // While rendering: with an effect, a document would be there first and have just been read then.
  if (known !== documents) {
    setKnown(documents);
    const before = new Map(known.map(({ id, status }) => [id, status]));
    const read = documents.filter(({ id, status }) => {
      const was = before.get(id);
      return status === 'success' && was !== undefined && was !== 'success';
    });
    if (read.length > 0) setNews([...news, ...read.map(({ id }) => id)]);
  }
  useEffect(() => {
    if (news.length === 0) return;
    const timer = setTimeout(() => setNews([]), NEWS);
    return () => clearTimeout(timer);
  }, [news]);
  return new Set(news);
}
