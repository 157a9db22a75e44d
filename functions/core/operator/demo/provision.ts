import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutItemCommand } from 'dynamodb-toolbox';
import type { Language } from '#contract/accounts/profile';
import { AccountId, DocumentId, UserId, type WidgetId } from '#contract/base/ids';
import { DEFAULT_MESSAGES } from '#contract/bots/bot-config';
import type { Bot, CreateBot } from '#contract/bots/bots';
import { DOCUMENT_FORMATS, type Document } from '#contract/knowledge/documents';
import { AccountEntity } from '#core/accounts/entity';
import { listBots } from '#core/bots/bots';
import { createBot } from '#core/bots/create-bot';
import { updateBot } from '#core/bots/update-bot';
import { removeDocument } from '#core/knowledge/documents/delete-document';
import { findContent, getDocument, listDocuments } from '#core/knowledge/documents/documents';
import { uploadAddress } from '#core/knowledge/documents/keys';
import { completeUpload, registerDocument } from '#core/knowledge/documents/register-document';
import { actOnBot } from '#core/lifecycle/bots/act-on-bot';
import type { Actor } from '#platform/actor';
import { putObject } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { ifHolds } from '#platform/table-writes';
import { DemoEntity } from './entity';

/** What a bot of the operator's answers from: a Markdown file. */
export interface DemoArticle {
  readonly fileName: string;
  readonly text: string;
  /** The page that shows it: what opens as a source in the file's place. */
  readonly url?: string;
}

/** The articles of a kind of bot, in each language. */
export type ArticlesByLanguage = Readonly<Record<Language, readonly DemoArticle[]>>;

export interface DemoDeps {
  readonly clock: Clock;
  /** Takes one line. */
  readonly log: (line: string) => void;
  /** Milliseconds that reading the articles may take. */
  readonly patience?: number;
}

/** Also whose bot it is, and when its documents are uploaded, which is now whenever it was made. */
export interface ProvisionDeps extends DemoDeps {
  readonly actor: Actor;
  readonly uploadClock: Clock;
}

const PATIENCE = 120_000;

/** The operator's own account: nobody signs in to it, and no plan's limit is in its way. */
const ACCOUNT = AccountId.parse('parley-demo');
const OPERATOR: Actor = {
  userId: UserId.parse(ACCOUNT),
  sessionId: '',
  signedInAt: 0,
  accountId: ACCOUNT,
  profileRole: 'client',
  teamRole: 'owner',
};

const LOOK = {
  companyName: 'Parley',
  primaryColor: '#0c5a52',
  accentColor: '#0c5a52',
  secondaryColor: '#ffffff',
  // There is nobody behind it who would answer.
  escalationEnabled: false,
} as const;

const BOTS: Readonly<Record<Language, CreateBot>> = {
  en: {
    ...LOOK,
    name: 'Parley Guide',
    deploy: true,
    language: 'en',
    description: 'Answers questions about Parley, from articles about it.',
    welcomeMessage: 'Hello! I know Parley from its own documentation. What would you like to know?',
    fallbackMessage:
      "I couldn't find that in the articles about Parley. Please ask us with the contact form.",
    offlineMessage: DEFAULT_MESSAGES.en.offlineMessage,
    starterQuestions: [
      'What does Parley cost?',
      'Which file formats can I upload?',
      'How do I put the chat on my website?',
    ],
  },
  de: {
    ...LOOK,
    name: 'Parley-Assistent',
    deploy: true,
    language: 'de',
    description: 'Beantwortet Fragen zu Parley aus Artikeln darüber.',
    welcomeMessage: 'Hallo! Ich kenne Parley aus seiner eigenen Dokumentation. Was möchten Sie wissen?',
    fallbackMessage:
      'Das habe ich in den Artikeln über Parley nicht gefunden. Fragen Sie uns gern über das Kontaktformular.',
    offlineMessage: DEFAULT_MESSAGES.de.offlineMessage,
    starterQuestions: [
      'Was kostet Parley?',
      'Welche Dateiformate kann ich hochladen?',
      'Wie bringe ich den Chat auf meine Website?',
    ],
  },
};

/** The bots of the help centre: of the same looks, for who has an account already. */
const HELP_BOTS: Readonly<Record<Language, CreateBot>> = {
  en: {
    ...LOOK,
    name: 'Parley Help',
    deploy: true,
    language: 'en',
    mode: 'embedded',
    description: 'Answers questions about the use of Parley, from the articles of the help centre.',
    welcomeMessage: 'Hello! I know all articles of the help centre. What would you like to do?',
    fallbackMessage:
      "I couldn't find that in the help centre. Please put it in other words, or write to us with the contact form.",
    offlineMessage: DEFAULT_MESSAGES.en.offlineMessage,
    starterQuestions: [
      'How do I put the chat on my website?',
      'Why was my file not read?',
      'How do I invite a colleague?',
    ],
  },
  de: {
    ...LOOK,
    name: 'Parley-Hilfe',
    deploy: true,
    language: 'de',
    mode: 'embedded',
    description: 'Beantwortet Fragen zur Bedienung von Parley aus den Artikeln der Hilfe.',
    welcomeMessage: 'Hallo! Ich kenne alle Artikel der Hilfe. Was möchten Sie tun?',
    fallbackMessage:
      'Das habe ich in der Hilfe nicht gefunden. Bitte fragen Sie mit anderen Worten, oder schreiben Sie uns über das Kontaktformular.',
    offlineMessage: DEFAULT_MESSAGES.de.offlineMessage,
    starterQuestions: [
      'Wie bringe ich den Chat auf meine Website?',
      'Warum wurde meine Datei nicht gelesen?',
      'Wie lade ich jemanden ins Team ein?',
    ],
  },
};

/**
 * Gives a stage the operator's bots, by which Parley shows itself and helps its users, and brings those that are there
 * up to date: their settings and their articles. They are announced once they have read all of them. Repeating it
 * changes nothing.
 */
export async function provisionDemo(
  deps: DemoDeps,
  articles: { readonly demo: ArticlesByLanguage; readonly help: ArticlesByLanguage },
): Promise<Readonly<Record<'demo' | 'help', Readonly<Record<Language, WidgetId>>>>> {
  await ensureAccount(deps.clock);
  const demo = await provisionBots(deps, BOTS, articles.demo);
  const help = await provisionBots(deps, HELP_BOTS, articles.help);
  await DemoEntity.build(PutItemCommand)
    .item({ ...demo, helpEn: help.en, helpDe: help.de })
    .send();
  return { demo, help };
}

async function provisionBots(
  deps: DemoDeps,
  bots: Readonly<Record<Language, CreateBot>>,
  articles: ArticlesByLanguage,
): Promise<Readonly<Record<Language, WidgetId>>> {
  const operator = { ...deps, actor: OPERATOR, uploadClock: deps.clock };
  const { widgetId: en } = await provisionBot(operator, bots.en, articles.en);
  const { widgetId: de } = await provisionBot(operator, bots.de, articles.de);
  return { en, de };
}

/** Makes a bot that has read its articles, or brings it up to date. */
export async function provisionBot(
  deps: ProvisionDeps,
  wanted: CreateBot,
  articles: readonly DemoArticle[],
): Promise<Bot> {
  const bot = await ensureBot(deps, wanted);
  const current = new Set<string>();
  for (const article of articles) current.add(await ensureArticle(deps, bot, article));
  const documents = await allRead(deps, bot, current);
  const outdated = documents.filter(({ id }) => !current.has(id));
  for (const { id } of outdated) await removeDocument({ accountId: deps.actor.accountId, botId: bot.id }, id);
  deps.log(`${bot.name}: ${current.size} articles, ${outdated.length} removed`);
  return bot;
}

async function ensureAccount(clock: Clock): Promise<void> {
  const at = clock().toISOString();
  await ifHolds(
    AccountEntity.build(PutItemCommand)
      .item({
        accountId: ACCOUNT,
        ownerId: ACCOUNT,
        name: 'Parley',
        plan: 'enterprise',
        subscriptionStatus: 'active',
        createdAt: at,
        updatedAt: at,
      })
      .options({ condition: { attr: 'accountId', exists: false } })
      .send(),
  );
}

async function ensureBot({ clock, actor }: ProvisionDeps, wanted: CreateBot): Promise<Bot> {
  const { items } = await listBots(actor, { limit: 100 });
  const known = items.find(({ name }) => name === wanted.name);
  if (!known) return createBot(clock, actor, wanted);
  const { name, deploy, ...config } = wanted;
  const differs = Object.entries(config).some(
    ([field, value]) => JSON.stringify(known[field as keyof Bot]) !== JSON.stringify(value),
  );
  const updated = differs
    ? await updateBot(clock, actor, known.id, { ...config, version: known.version })
    : known;
  if (updated.publishedVersion === null) return actOnBot(clock, actor, known.id, { action: 'deploy' });
  return updated.hasUnpublishedChanges ? actOnBot(clock, actor, known.id, { action: 'publish' }) : updated;
}

/** The id of the document that has the article's text as it is now. */
async function ensureArticle(
  { actor, uploadClock }: ProvisionDeps,
  bot: Bot,
  { fileName, text, url }: DemoArticle,
): Promise<string> {
  const body = new TextEncoder().encode(text);
  const contentHash = createHash('sha256').update(body).digest('hex');
  const known = await findContent({ accountId: bot.accountId, botId: bot.id }, contentHash);
  if (known) {
    const documentId = DocumentId.parse(known);
    const { url: shownAt } = await getDocument(actor, { botId: bot.id, documentId });
    if (shownAt === (url ?? null)) return known;
    // The same text at another address: the same file is taken in once only.
    await removeDocument({ accountId: bot.accountId, botId: bot.id }, documentId);
  }
  const title = /^# (.+)$/m.exec(text)?.[1];
  const { document } = await registerDocument(uploadClock, actor, bot.id, {
    fileName,
    ...(title !== undefined && { title }),
    description: '',
    size: body.byteLength,
    contentHash,
    ...(url !== undefined && { url }),
  });
  await putObject(uploadAddress({ accountId: bot.accountId, botId: bot.id, documentId: document.id }), body, {
    contentType: DOCUMENT_FORMATS.md.contentType,
  });
  await completeUpload(actor, { botId: bot.id, documentId: document.id });
  return document.id;
}

/** All documents of the bot, once those that count have been read; throws where one can't be. */
async function allRead(
  { actor, patience = PATIENCE }: ProvisionDeps,
  bot: Bot,
  current: ReadonlySet<string>,
): Promise<readonly Document[]> {
  const until = Date.now() + patience;
  for (;;) {
    const { items } = await listDocuments(actor, bot.id, { limit: 100 });
    const counting = items.filter(({ id }) => current.has(id));
    const failed = counting.find(({ status }) => status === 'failed');
    if (failed) throw new Error(`${failed.fileName} could not be read: ${failed.failureReason}.`);
    if (counting.length === current.size && counting.every(({ status }) => status === 'success'))
      return items;
    if (Date.now() > until) throw new Error(`The articles of ${bot.name} were not read in time.`);
    await sleep(500);
  }
}
