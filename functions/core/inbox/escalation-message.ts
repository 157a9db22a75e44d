import type { BotConfig } from '../../contract/bot-config';
import type { Language } from '../../contract/profile';
import { openingAt } from '../bots/opening';

type Settings = Pick<BotConfig, 'escalationMessage' | 'offlineMessage' | 'businessHours' | 'timezone'>;

/**
 * What the bot says when a person takes over. Outside business hours nobody does at once, so it says when somebody
 * is there again.
 */
export function escalationMessage(config: Settings, language: Language, now: Date): string {
  const { open, opensAt } = openingAt(now, config.businessHours, config.timezone);
  if (open) return config.escalationMessage;
  const back = opensAt && BACK[language](wordsOf(opensAt, now, language, config.timezone));
  return [config.escalationMessage, config.offlineMessage, back]
    .filter((part) => part !== null && part !== '')
    .join('\n\n');
}

interface Words {
  readonly day: string;
  readonly time: string;
}

const BACK: Readonly<Record<Language, (at: Words) => string>> = {
  en: ({ day, time }) => `We are back on ${day} at ${time}.`,
  de: ({ day, time }) => `Wir sind am ${day}, um ${time} wieder für Sie da.`,
};

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };
const HALF_A_YEAR = 180 * 24 * 60 * 60 * 1_000;

/** In the bot's time zone, whose name tells visitors from elsewhere. */
function wordsOf(at: Date, now: Date, language: Language, timeZone: string): Words {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], { timeZone, ...options }).format(at);
  return {
    day: format({
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(at.getTime() - now.getTime() > HALF_A_YEAR && { year: 'numeric' }),
    }),
    time:
      format({ timeStyle: 'short' }) +
      suffix(language) +
      format({ timeZoneName: 'short' }).replace(/^.*[ ,]/, ' '),
  };
}

function suffix(language: Language): string {
  return language === 'de' ? ' Uhr' : '';
}
