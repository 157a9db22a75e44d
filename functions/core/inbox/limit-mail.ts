import type { Resource } from '../../contract/limits';
import type { Language } from '../../contract/profile';
import type { OutgoingMail } from '../../platform/mail';
import { renderMail } from '../mail/layout';

type MailedResource = Extract<Resource, 'conversations' | 'modelAnswers' | 'modelTokens'>;

export interface NearLimit {
  /** Null where it is the account's. */
  readonly botName: string | null;
  /** Or nearly. */
  readonly isReached: boolean;
  readonly uses: readonly {
    readonly resource: MailedResource;
    readonly used: number;
    readonly limit: number;
  }[];
  /** Where the plan is shown. */
  readonly url: string;
}

/** Tells one of the team that a limit of the plan is nearly reached, or that it is, and what follows. */
export function limitMail(
  to: string,
  language: Language,
  { botName, isReached, uses, url }: NearLimit,
): OutgoingMail {
  const texts = TEXTS[language];
  const stage = isReached ? texts.reached : texts.near;
  const heading = (botName === null ? stage.account : stage.bot)(botName ?? '').replace(
    /[\p{Cc}\u2028\u2029]+/gu,
    ' ',
  );
  const figures = uses.map(({ resource, used, limit }) =>
    texts.used(texts.resources[resource], number(used, language), number(limit, language)),
  );
  const what = botName === null ? stage.conversations : stage.quotes;
  return {
    to,
    subject: heading,
    text: [heading, '', ...figures, '', what, '', `${texts.action}: ${url}`, '', '--', texts.footer].join(
      '\n',
    ),
    html: renderMail({
      language,
      heading,
      paragraphs: [...figures, what],
      action: { label: texts.action, url },
      notes: [],
      footer: texts.footer,
      preview: what,
    }),
  };
}

function number(value: number, language: Language): string {
  return new Intl.NumberFormat(language).format(value);
}

interface StageTexts {
  bot(name: string): string;
  account(): string;
  readonly quotes: string;
  readonly conversations: string;
}

interface Texts {
  readonly near: StageTexts;
  readonly reached: StageTexts;
  readonly resources: Readonly<Record<MailedResource, string>>;
  used(what: string, used: string, limit: string): string;
  readonly action: string;
  readonly footer: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    near: {
      bot: (name) => `${name} has nearly used its AI answers for today`,
      account: () => 'Your conversations for this month are nearly used up',
      quotes:
        'When the limit is reached, the bot answers with quotes from your documents until midnight (UTC). Nothing else changes for your visitors.',
      conversations: 'When the limit is reached, new visitors see your offline message until the month ends.',
    },
    reached: {
      bot: (name) => `${name} answers with quotes until midnight`,
      account: () => 'Your conversations for this month are used up',
      quotes:
        'The limit of your plan for today is reached. Until midnight (UTC) the bot answers with quotes from your documents.',
      conversations:
        'New visitors see your offline message until the month ends, or until you change your plan.',
    },
    resources: {
      conversations: 'Conversations this month',
      modelAnswers: 'AI answers today',
      modelTokens: 'Tokens today',
    },
    used: (what, used, limit) => `${what}: ${used} of ${limit}`,
    action: 'See your plan',
    footer: 'You receive this because you manage this account on Parley.',
  },
  de: {
    near: {
      bot: (name) => `${name} hat seine KI-Antworten für heute fast aufgebraucht`,
      account: () => 'Ihre Gespräche für diesen Monat sind fast aufgebraucht',
      quotes:
        'Ist das Limit erreicht, antwortet der Bot bis Mitternacht (UTC) mit Zitaten aus Ihren Dokumenten. Sonst ändert sich für Ihre Besucher nichts.',
      conversations:
        'Ist das Limit erreicht, sehen neue Besucher bis zum Ende des Monats Ihre Abwesenheitsnachricht.',
    },
    reached: {
      bot: (name) => `${name} antwortet bis Mitternacht mit Zitaten`,
      account: () => 'Ihre Gespräche für diesen Monat sind aufgebraucht',
      quotes:
        'Das Limit Ihres Tarifs für heute ist erreicht. Bis Mitternacht (UTC) antwortet der Bot mit Zitaten aus Ihren Dokumenten.',
      conversations:
        'Neue Besucher sehen Ihre Abwesenheitsnachricht, bis der Monat endet oder Sie den Tarif wechseln.',
    },
    resources: {
      conversations: 'Gespräche in diesem Monat',
      modelAnswers: 'KI-Antworten heute',
      modelTokens: 'Tokens heute',
    },
    used: (what, used, limit) => `${what}: ${used} von ${limit}`,
    action: 'Tarif ansehen',
    footer: 'Sie erhalten diese E-Mail, weil Sie dieses Konto auf Parley verwalten.',
  },
};
