import { type Resource, SOLD_RESOURCES, type SoldResource } from '#contract/accounts/limits';
import type { Language } from '#contract/accounts/profile';
import type { MailDraft } from '#core/base/mail/compose';

type MailedResource = Extract<Resource, SoldResource | 'modelAnswers' | 'modelTokens'>;

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
): MailDraft {
  const texts = TEXTS[language];
  const stage = isReached ? texts.reached : texts.near;
  const sold = uses.find((use): use is typeof use & { resource: SoldResource } =>
    SOLD_RESOURCES.some((resource) => resource === use.resource),
  );
  const what = sold ? stage.sold[sold.resource].what : stage.quotes;
  return {
    to,
    language,
    heading: sold ? stage.sold[sold.resource].heading : stage.bot(botName ?? ''),
    paragraphs: [
      ...uses.map(({ resource, used, limit }) =>
        texts.used(texts.resources[resource], number(used, language), number(limit, language)),
      ),
      what,
    ],
    action: { label: texts.action, url },
    notes: [],
    footer: texts.footer,
    preview: what,
  };
}

function number(value: number, language: Language): string {
  return new Intl.NumberFormat(language).format(value);
}

interface StageTexts {
  bot(name: string): string;
  readonly quotes: string;
  /** Of what the plan sells by number. */
  readonly sold: Readonly<Record<SoldResource, { readonly heading: string; readonly what: string }>>;
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
      quotes:
        'When the limit is reached, the bot answers with quotes from your documents until midnight (UTC). Nothing else changes for your visitors.',
      sold: {
        conversations: {
          heading: 'Your conversations for this month are nearly used up',
          what: 'When the limit is reached, new visitors see your offline message until the month ends.',
        },
        bots: {
          heading: 'Nearly all places for published bots are taken',
          what: 'When the limit is reached, a further bot can be published once you unpublish another, or change your plan.',
        },
        teamMembers: {
          heading: 'Your team is nearly as large as your plan allows',
          what: 'When the limit is reached, nobody else can join until somebody leaves, or you change your plan.',
        },
        documents: {
          heading: 'You have nearly as many documents as your plan allows',
          what: 'When the limit is reached, you can add a document once you delete another, or change your plan. Your bots go on answering.',
        },
      },
    },
    reached: {
      bot: (name) => `${name} answers with quotes until midnight`,
      quotes:
        'The limit of your plan for today is reached. Until midnight (UTC) the bot answers with quotes from your documents.',
      sold: {
        conversations: {
          heading: 'Your conversations for this month are used up',
          what: 'New visitors see your offline message until the month ends, or until you change your plan.',
        },
        bots: {
          heading: 'All places for published bots are taken',
          what: 'To publish another bot, unpublish one or change your plan. Everything that is published goes on.',
        },
        teamMembers: {
          heading: 'Your team is as large as your plan allows',
          what: 'Nobody else can join until somebody leaves, or you change your plan. Nothing changes for your team.',
        },
        documents: {
          heading: 'You have as many documents as your plan allows',
          what: 'To add a document, delete another or change your plan. Your bots go on answering.',
        },
      },
    },
    resources: {
      conversations: 'Conversations this month',
      bots: 'Published bots',
      teamMembers: 'Team members',
      documents: 'Documents',
      modelAnswers: 'AI answers today',
      modelTokens: 'Tokens today',
    },
    used: (what, used, limit) => `${what}: ${used} of ${limit}`,
    action: 'See your usage',
    footer: 'You receive this because you manage this account on Parley.',
  },
  de: {
    near: {
      bot: (name) => `${name} hat seine KI-Antworten für heute fast aufgebraucht`,
      quotes:
        'Ist das Limit erreicht, antwortet der Bot bis Mitternacht (UTC) mit Zitaten aus Ihren Dokumenten. Sonst ändert sich für Ihre Besucher nichts.',
      sold: {
        conversations: {
          heading: 'Ihre Gespräche für diesen Monat sind fast aufgebraucht',
          what: 'Ist das Limit erreicht, sehen neue Besucher bis zum Ende des Monats Ihre Abwesenheitsnachricht.',
        },
        bots: {
          heading: 'Fast alle Plätze für veröffentlichte Bots sind belegt',
          what: 'Ist das Limit erreicht, können Sie einen weiteren Bot erst veröffentlichen, wenn Sie die Veröffentlichung eines anderen beenden oder den Tarif wechseln.',
        },
        teamMembers: {
          heading: 'Ihr Team ist fast so groß, wie Ihr Tarif erlaubt',
          what: 'Ist das Limit erreicht, kann niemand mehr beitreten, bis jemand das Team verlässt oder Sie den Tarif wechseln.',
        },
        documents: {
          heading: 'Ihre Plätze für Dokumente sind fast belegt',
          what: 'Ist das Limit erreicht, können Sie ein Dokument erst hinzufügen, wenn Sie ein anderes löschen oder den Tarif wechseln. Ihre Bots antworten weiter.',
        },
      },
    },
    reached: {
      bot: (name) => `${name} antwortet bis Mitternacht mit Zitaten`,
      quotes:
        'Das Limit Ihres Tarifs für heute ist erreicht. Bis Mitternacht (UTC) antwortet der Bot mit Zitaten aus Ihren Dokumenten.',
      sold: {
        conversations: {
          heading: 'Ihre Gespräche für diesen Monat sind aufgebraucht',
          what: 'Neue Besucher sehen Ihre Abwesenheitsnachricht, bis der Monat endet oder Sie den Tarif wechseln.',
        },
        bots: {
          heading: 'Alle Plätze für veröffentlichte Bots sind belegt',
          what: 'Um einen weiteren Bot zu veröffentlichen, beenden Sie die Veröffentlichung eines anderen oder wechseln Sie den Tarif. Was veröffentlicht ist, läuft weiter.',
        },
        teamMembers: {
          heading: 'Ihr Team ist so groß, wie Ihr Tarif erlaubt',
          what: 'Niemand kann mehr beitreten, bis jemand das Team verlässt oder Sie den Tarif wechseln. Für Ihr Team ändert sich nichts.',
        },
        documents: {
          heading: 'Sie haben so viele Dokumente, wie Ihr Tarif erlaubt',
          what: 'Um ein Dokument hinzuzufügen, löschen Sie ein anderes oder wechseln Sie den Tarif. Ihre Bots antworten weiter.',
        },
      },
    },
    resources: {
      conversations: 'Gespräche in diesem Monat',
      bots: 'Veröffentlichte Bots',
      teamMembers: 'Teammitglieder',
      documents: 'Dokumente',
      modelAnswers: 'KI-Antworten heute',
      modelTokens: 'Tokens heute',
    },
    used: (what, used, limit) => `${what}: ${used} von ${limit}`,
    action: 'Verbrauch ansehen',
    footer: 'Sie erhalten diese E-Mail, weil Sie dieses Konto auf Parley verwalten.',
  },
};
