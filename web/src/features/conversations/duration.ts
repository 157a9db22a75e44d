import type { ConversationSummary } from '#contract/conversations/inbox';
import { numberFormat } from '#i18n/formatters';

/** How long it has gone on, from its beginning to its last message; nothing while nobody has written. */
export function durationOf(
  { startedAt, lastMessageAt }: Pick<ConversationSummary, 'startedAt' | 'lastMessageAt'>,
  language: 'en' | 'de',
): string | undefined {
  if (lastMessageAt === null) return undefined;
  const minutes = Math.round((Date.parse(lastMessageAt) - Date.parse(startedAt)) / 60_000);
  if (minutes < 1) return `< ${durationIn(1, 'minute', language)}`;
  const [value, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 2_880
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1_440), 'day'];
  return durationIn(value, unit, language);
}

function durationIn(value: number, unit: string, language: 'en' | 'de'): string {
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}
