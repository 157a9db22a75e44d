import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { useTexts } from '#i18n/index';
import type { PaletteEntry } from './palette-entries';

/** Articles of the help centre, which are fetched when something is looked for. */
export function useHelpEntries(isWanted: boolean): readonly PaletteEntry[] {
  const { language } = useTexts();
  const library = useQuery({
    queryKey: ['palette', 'help', language],
    queryFn: async () => (await import('#features/site/help/library.ts')).loadLibrary(language),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return (library.data ?? []).map(({ id, title, keywords }) => ({
    key: id,
    group: 'help' as const,
    name: title,
    keywords: keywords.join(' '),
    Icon: BookOpen,
    to: `/help/${id}`,
  }));
}
