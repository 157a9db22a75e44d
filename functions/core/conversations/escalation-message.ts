import type { Language } from '#contract/accounts/profile';
import { localeOf } from '#contract/base/languages';
import { type BotConfig, messageIn } from '#contract/bots/bot-config';
import { openingAt } from '../bots/opening';

type Settings = Pick<
  BotConfig,
  'language' | 'escalationMessage' | 'offlineMessage' | 'businessHours' | 'timezone'
>;

/** What a visitor reads at an escalation. */
export interface EscalationText {
  readonly text: string;
  /** Whether it asks for the address that an answer can be mailed to. */
  readonly asksAddress: boolean;
}

/**
 * What the bot says when a person takes over. Outside business hours it says when the team is back, and how the answer
 * reaches a visitor that has left by then.
 */
export function escalationMessage(
  config: Settings,
  {
    language,
    isReachable,
    now,
  }: {
    readonly language: Language;
    /** Whether the visitor has left an e-mail address. */
    readonly isReachable: boolean;
    readonly now: Date;
  },
): EscalationText {
  const { open, opensAt } = openingAt(now, config.businessHours, config.timezone);
  if (open) return { text: messageIn(language, config, 'escalationMessage'), asksAddress: false };
  const back = opensAt && BACK[language](wordsOf(opensAt, now, language, config.timezone));
  const byMail = BY_MAIL[language][isReachable ? 'reachable' : 'asks'];
  return {
    text: [messageIn(language, config, 'offlineMessage'), back, byMail]
      .filter((part) => part !== null && part !== '')
      .join('\n\n'),
    asksAddress: !isReachable,
  };
}

const BY_MAIL: Readonly<Record<Language, { readonly reachable: string; readonly asks: string }>> = {
  en: {
    reachable: 'If you are not here when we answer, our answer comes to you by e-mail.',
    asks: 'Leave us your message and your e-mail address here, and our answer reaches you by e-mail.',
  },
  de: {
    reachable: 'Sind Sie nicht hier, wenn wir antworten, kommt unsere Antwort per E-Mail zu Ihnen.',
    asks: 'Hinterlassen Sie uns hier Ihre Nachricht und Ihre E-Mail-Adresse, dann erreicht Sie unsere Antwort per E-Mail.',
  },
};

interface Words {
  readonly day: string;
  readonly time: string;
}

const BACK: Readonly<Record<Language, (at: Words) => string>> = {
  en: ({ day, time }) => `We are back on ${day} at ${time}.`,
  de: ({ day, time }) => `Wir sind am ${day}, um ${time} wieder für Sie da.`,
};

const HALF_A_YEAR = 180 * 24 * 60 * 60 * 1_000;

/** In the bot's time zone, whose name tells visitors from elsewhere. */
function wordsOf(at: Date, now: Date, language: Language, timeZone: string): Words {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone, ...options }).format(at);
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
