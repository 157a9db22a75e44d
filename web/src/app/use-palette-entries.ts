import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/api';
import { useSettled } from '#lib/use-settled';
import { foundEntries, matching, nearest, type PaletteEntry } from './palette-entries';
import { useHelpEntries } from './use-help-entries';
import { usePaletteCommands } from './use-palette-commands';

/** After so long without a key the server is asked. */
const SETTLED_MS = 200;
const MOST_ARTICLES = 6;

/** What is found by a text: what is known here, what the server's `search` adds, and articles of the help centre. */
export function usePaletteEntries(text: string) {
  const asked = useSettled(text.trim(), SETTLED_MS);
  const search = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => call('searchAccount', { query: { q: asked.slice(0, 100) }, signal }),
    enabled: asked.length > 1,
    staleTime: 30_000,
  });
  const commands = usePaletteCommands();
  const articles = useHelpEntries(asked.length > 1);
  const known = matching(commands, text);
  const keys = new Set(known.map(({ key }) => key));
  const entries: readonly PaletteEntry[] = [
    ...known,
    // What is known here is there at once; the server's answer adds what is not.
    ...(asked.length > 1 && search.data ? foundEntries(search.data).filter(({ key }) => !keys.has(key)) : []),
    ...(asked.length > 1 ? nearest(articles, text).slice(0, MOST_ARTICLES) : []),
  ];
  return { entries, search };
}
